/// Which files of a published folder are ours, and what they held when we wrote them.
package struct SiteManifest: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// Of the bytes, or of the file that they were copied from.
    package let hash: UInt64
    package let size: Int

    package init(hash: UInt64, size: Int) {
      self.hash = hash
      self.size = size
    }
  }

  /// The name of the manifest in the folder.
  package static let fileName = ".sheaf-site"
  private static let head = "sheaf site 1"

  /// By path.
  package var files: [String: Entry] = [:]
  /// What groups of pages were made from, and what they gave to the search, by the group's name.
  package var groups: [String: Group] = [:]

  /// Hashes of the addresses that notes had in earlier publications and have no more. A name that is no longer public is
  /// not in it.
  package var formerAddresses: Set<UInt64> = []

  package struct Group: Sendable, Equatable {
    package let key: UInt64
    package let payload: String

    package init(key: UInt64, payload: String) {
      self.key = key
      self.payload = payload
    }
  }

  package init() {}

  /// Reads what ``text`` wrote; what cannot be read is left out.
  package init(reading bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A)[...]
    guard let first = lines.popFirst(), first.elementsEqual(Self.head.utf8) else { return }
    for line in lines {
      let parts = line.split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 4, let hash = UInt64(parts[1], radix: 16) else { continue }
      if parts[0] == "f", let size = Int(parts[2]) {
        files[parts[3]] = Entry(hash: hash, size: size)
      } else if parts[0] == "a" {
        formerAddresses.insert(hash)
      } else if parts[0] == "g" {
        groups[parts[2]] = Group(key: hash, payload: parts[3])
      }
    }
  }

  /// In the order of the paths, so that the same site has the same manifest.
  package var text: String {
    var lines = [Self.head]
    lines.reserveCapacity(files.count + groups.count + 2)
    for (path, entry) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      lines.append("f\t\(String(entry.hash, radix: 16))\t\(entry.size)\t\(path)")
    }
    for hash in formerAddresses.sorted() { lines.append("a\t\(String(hash, radix: 16))\t0\t") }
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
      lines.append("g\t\(String(group.key, radix: 16))\t\(name)\t\(group.payload)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
