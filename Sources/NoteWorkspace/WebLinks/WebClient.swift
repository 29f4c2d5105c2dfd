/// A request for a page.
package struct WebRequest: Hashable, Sendable {
  package let page: String
  /// True for the head alone.
  package let isHead: Bool
  /// True where the text of the page is needed.
  package let wantsText: Bool

  package init(page: String, isHead: Bool, wantsText: Bool) {
    self.page = page
    self.isHead = isHead
    self.wantsText = wantsText
  }
}

/// What came back.
package struct WebAnswer: Hashable, Sendable {
  package enum Failure: Hashable, Sendable {
    case unknownHost, noConnection, tooSlow, certificate, tooLarge, other
  }

  /// 0 where no answer came.
  package var status: Int
  /// Where the answer leads on to; absolute.
  package var redirect: String?
  package var isHTML: Bool
  /// Empty unless it was wanted.
  package var text: [UInt8]
  package var failure: Failure?

  package init(
    status: Int = 0, redirect: String? = nil, isHTML: Bool = false, text: [UInt8] = [],
    failure: Failure? = nil
  ) {
    self.status = status
    self.redirect = redirect
    self.isHTML = isHTML
    self.text = text
    self.failure = failure
  }
}

/// Asks for pages; follows no redirect by itself.
package typealias WebClient = @Sendable (WebRequest) async -> WebAnswer
