import ByteBasics
package import NoteModel
package import Wording

/// A page that the user asked for.
package struct WebPage: Sendable {
  /// The final address, after redirects.
  package let address: String
  package let isHTML: Bool
  package let bytes: [UInt8]

  /// Gets a page, from no private place unless the settings allow it.
  ///
  /// - Throws: ``PageNotRead``
  package static func get(
    _ address: WebAddress, from web: Web, _ manners: WebManners
  ) async throws(PageNotRead) -> WebPage {
    if let reason = manners.refusal(of: address) {
      throw PageNotRead(page: address.page, reason: reason.message)
    }
    let (answer, last) = await PageInquiry(web, manners, isOnePage: true).lastAnswer(
      to: address, isHead: false, wantsText: true)
    if answer.failure == .tooLarge {
      throw PageNotRead(page: address.page, reason: WebVerdict.Reason.tooLarge.message)
    }
    if let reason = PageInquiry.verdict(answer).reason {
      throw PageNotRead(page: address.page, reason: reason.message)
    }
    guard firstInvalidUTF8Offset(in: answer.text[...]) == nil, !answer.text.contains(0) else {
      throw PageNotRead(
        page: address.page,
        reason: Message("it is not valid UTF-8", ko: "UTF-8 텍스트가 아닙니다"))
    }
    return WebPage(address: last.page, isHTML: answer.isHTML, bytes: answer.text)
  }
}

/// A page cannot be had. Nothing was written.
package struct PageNotRead: ExplainedError {
  let page: String
  let reason: Message

  package var category: ErrorCategory { .failure }
  package var explanation: Message {
    Message("\(page): \(reason.english)", ko: "\(page): \(reason.korean)")
  }
}
