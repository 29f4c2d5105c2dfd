package import NoteModel

/// A request for a page.
package struct WebRequest: Hashable, Sendable {
  package let page: String
  /// True for the head alone.
  package let isHead: Bool
  /// True where the text of the page is needed.
  package let wantsText: Bool
  /// The only address that is connected to, whatever the name of the host means by then; nil for any.
  package let address: HostAddress?

  package init(page: String, isHead: Bool, wantsText: Bool, address: HostAddress? = nil) {
    self.page = page
    self.isHead = isHead
    self.wantsText = wantsText
    self.address = address
  }
}

/// What came back.
package struct WebAnswer: Hashable, Sendable {
  package enum Failure: Hashable, Sendable {
    case unknownHost, privatePlace, noConnection, tooSlow, certificate, tooLarge, other
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

/// The addresses of a host by its name in ASCII, the best first; none where there is no such host.
package typealias HostLookup = @Sendable (String) async -> [HostAddress]

/// The web as `check --external` sees it.
package struct Web: Sendable {
  package let client: WebClient
  package let lookup: HostLookup

  package init(client: @escaping WebClient, lookup: @escaping HostLookup) {
    self.client = client
    self.lookup = lookup
  }
}
