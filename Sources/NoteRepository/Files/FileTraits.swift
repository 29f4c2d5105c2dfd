/// What a file has besides its bytes and must have again when it comes back.
package struct FileTraits: Hashable, Sendable {
  /// An extended attribute.
  package struct Attribute: Hashable, Sendable {
    package let name: String
    package let value: [UInt8]

    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// Who may read and write it, as in `0o644`; nil for what the user's mask allows.
  package var permissions: UInt32?
  package var attributes: [Attribute]
  /// Where a symbolic link leads, as it says; nil for a file of its own.
  package var linkTarget: String?

  package init(
    permissions: UInt32? = nil, attributes: [Attribute] = [], linkTarget: String? = nil
  ) {
    self.permissions = permissions
    self.attributes = attributes
    self.linkTarget = linkTarget
  }

  /// Of a new file.
  package static let usual = FileTraits()
  /// Of a file that only its owner may read.
  package static let secret = FileTraits(permissions: 0o600)
}
