import HostSystem

/// The attributes of a file besides its bytes, which must be restored with it.
package struct FileTraits: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    package let name: String
    package let value: [UInt8]

    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// The permissions, as in `0o644`. Nil for those of the user's mask.
  package var permissions: UInt32?
  package var attributes: [Attribute]
  /// The target of a symbolic link, as written. Nil for a file of its own.
  package var linkTarget: String?

  package init(permissions: UInt32? = nil, attributes: [Attribute] = [], linkTarget: String? = nil) {
    self.permissions = permissions
    self.attributes = attributes
    self.linkTarget = linkTarget
  }

  /// The attributes of a new file.
  package static let usual = FileTraits()
  /// The attributes of a file that only its owner may read.
  package static let secret = FileTraits(permissions: 0o600)
}

extension FileTraits {
  /// Reads the attributes of a name in a folder. Nil if there is no such name.
  init?(of name: String, in folder: OpenFolder) {
    guard let status = folder.status(name) else { return nil }
    if status.st_mode & S_IFMT == S_IFLNK {
      self.init(linkTarget: textOfLink(name, in: folder))
    } else {
      let descriptor = folder.open(name, O_RDONLY | O_NONBLOCK)
      defer { if descriptor >= 0 { close(descriptor) } }
      self.init(permissions: UInt32(status.st_mode & 0o7777), attributes: Self.attributes(of: descriptor))
    }
  }

  /// Returns the extended attributes of an open file, or none if the file system does not support them.
  static func attributes(of descriptor: Int32) -> [Attribute] {
    Host.attributeNames(of: descriptor).compactMap { name in
      Host.attribute(name, of: descriptor).map { Attribute(name: name, value: $0) }
    }
  }

  /// Gives an open file the attributes, if the file system has any and allows it.
  static func setAttributes(_ attributes: [Attribute], of descriptor: Int32) {
    for attribute in attributes {
      Host.setAttribute(attribute.name, attribute.value, of: descriptor)
    }
  }
}

/// Returns the target of a symbolic link, as written. Nil if there is none.
private func textOfLink(_ name: String, in folder: OpenFolder) -> String? {
  var letters = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlinkat(folder.descriptor, name, &letters, letters.count)
  guard count >= 0 else { return nil }
  return String(decoding: letters[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
