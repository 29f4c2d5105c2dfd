import ByteBasics
import NoteActions
import NoteModel
import WebPages
import Wording

/// A page that the user asked for.
struct WebPage: Sendable {
  /// The final address, after redirects.
  let address: String
  let isHTML: Bool
  let bytes: [UInt8]

  /// Gets a page, from no private place unless the settings allow it.
  ///
  /// - Throws: ``Problem`` if the page cannot be had.
  static func get(_ address: WebAddress, from web: Web, _ manners: WebManners) async throws(Problem) -> WebPage {
    if let reason = manners.refusal(of: address) { throw unread(address, reason.message) }
    let (answer, last) = await PageInquiry(web, manners, isOnePage: true).lastAnswer(
      to: address, isHead: false, wantsText: true)
    if answer.failure == .tooLarge { throw unread(address, WebVerdict.Reason.tooLarge.message) }
    if let reason = PageInquiry.verdict(answer).reason { throw unread(address, reason.message) }
    guard firstInvalidUTF8Offset(in: answer.text[...]) == nil, !answer.text.contains(0) else {
      throw unread(address, Message("it is not valid UTF-8", ko: "UTF-8 텍스트가 아닙니다"))
    }
    return WebPage(address: last.page, isHTML: answer.isHTML, bytes: answer.text)
  }

  private static func unread(_ address: WebAddress, _ reason: Message) -> Problem {
    Problem(.failure, Message("\(address.page): \(reason.english)", ko: "\(address.page): \(reason.korean)"))
  }
}
