import ByteBasics

/// What a content security policy says of a script or a style that is in a page.
enum PageSecurity {
  /// `'sha256-…'`
  static func hash(_ text: String) -> String {
    "'sha256-" + Base64.text(SHA256.hash(Array(text.utf8))) + "'"
  }
}
