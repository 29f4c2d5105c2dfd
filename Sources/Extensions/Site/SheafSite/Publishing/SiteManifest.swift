import ByteBasics
import HostSystem
package import NoteModel
package import NoteRepository

/// The record of the files that Sheaf wrote into a published folder, with hashes of their contents.
///
/// The record lies in the folder itself, where other programs can write. Therefore it only lists candidates, and every
/// file is checked before it is changed.
package struct SiteManifest: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package let hash: UInt64
    package let size: Int
    /// The hash of the file that it was copied from. Nil for a file that was made.
    package var source: UInt64?

    package init(hash: UInt64, size: Int, source: UInt64? = nil) {
      self.hash = hash
      self.size = size
      self.source = source
    }
  }

  /// The name of the manifest in the folder.
  package static let fileName = Repository.siteManifest
  private static let head = "sheaf site 2"
  /// The first line of earlier manifests. Copies had the hash of their sources there, so they count as changed.
  private static let earlierHead = "sheaf site 1"

  package var files: [String: Entry] = [:]

  /// Hashes of the addresses that notes had in earlier publications and have no more. A name that is no longer public
  /// is not in it.
  package var formerAddresses: Set<UInt64> = []

  /// The name of the site in `sites`. Nil for the default site.
  package var site: String?

  package init() {}

  /// Reads the output of ``text``; unreadable lines are left out, and so are names that lead out of the folder.
  package init(reading bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A)[...]
    guard let first = lines.popFirst(), [Self.head, Self.earlierHead].contains(where: { first.elementsEqual($0.utf8) })
    else { return }
    for line in lines {
      let parts = line.split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 4, let hash = UInt64(parts[1], radix: 16) else { continue }
      if parts[0] == "f" {
        add(hash, parts[2], parts[3])
      } else if parts[0] == "a" {
        formerAddresses.insert(hash)
      } else if parts[0] == "s" {
        site = parts[3]
      }
    }
  }

  private mutating func add(_ hash: UInt64, _ numbers: String, _ name: String) {
    let numbers = numbers.split(separator: " ")
    guard let size = numbers.first.flatMap({ Int($0) }), size >= 0, name != Self.fileName, ContainedFolder.isClean(name)
    else { return }
    let source = numbers.dropFirst().first.flatMap { UInt64($0, radix: 16) }
    files[name] = Entry(hash: hash, size: size, source: source)
  }

  /// The text, in the order of the paths, so that equal sites have equal manifests.
  package var text: String {
    var lines = [Self.head]
    lines.reserveCapacity(files.count + 2)
    if let site { lines.append("s\t0\t0\t\(site)") }
    for (path, entry) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let source = entry.source.map { " " + String($0, radix: 16) } ?? ""
      lines.append("f\t\(String(entry.hash, radix: 16))\t\(entry.size)\(source)\t\(path)")
    }
    for hash in formerAddresses.sorted() { lines.append("a\t\(String(hash, radix: 16))\t0\t") }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The private record of a site, where only the user writes: the names that a run is about to write, so that the next
/// run recognises them after it was killed, and the sources of groups of pages.
package struct SiteMemory: Sendable {
  package struct Group: Sendable, Equatable {
    /// The hash of the sources of the pages.
    package let key: UInt64
    /// The hash of the pages in the manifest.
    package var pages: UInt64
    package let payload: String

    package init(key: UInt64, pages: UInt64 = 0, payload: String) {
      self.key = key
      self.pages = pages
      self.payload = payload
    }
  }

  private let state: String
  private let cache: String
  private let name: String
  private static let groupsHead = "sheaf groups 1"

  /// - Parameters:
  ///   - state: The repository's folder for data that must be kept.
  ///   - cache: The one for data that can be made again.
  ///   - path: The folder of the site.
  package init(state: String, cache: String, path: String) {
    self.state = state
    self.cache = cache
    name = "site-" + String(ContentHash.of(Array(path.utf8)), radix: 16)
  }

  package init(of repository: Repository, path: String) {
    self.init(state: repository.stateFolder, cache: repository.cacheFolder, path: path)
  }

  /// The names that an interrupted run meant to write.
  struct Claims {
    /// Files that were not there before.
    var names: Set<String> = []
    /// The hashes of the new contents of files that are replaced.
    var hashes: [String: UInt64] = [:]

    var isEmpty: Bool { names.isEmpty && hashes.isEmpty }
  }

  var claims: Claims {
    var claims = Claims()
    for record in ((try? readFile(state + "/" + name)) ?? []).split(separator: 0) {
      let parts = record.split(separator: 0x09, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2, ContainedFolder.isClean(parts[1]) else { continue }
      if let hash = UInt64(parts[0], radix: 16) {
        claims.hashes[parts[1]] = hash
      } else {
        claims.names.insert(parts[1])
      }
    }
    return claims
  }

  /// Remembers names that nothing has yet.
  func claim(_ names: Set<String>) { append(names.sorted().map { "\t" + $0 + "\0" }.joined()) }

  /// Remembers the future content of a file that is about to be replaced.
  func claim(_ name: String, hash: UInt64) { append(String(hash, radix: 16) + "\t" + name + "\0") }

  private func append(_ records: String) {
    if !fileExists(state + "/" + name) { writeStateFile(state, name, []) }
    let file = unsafe open(state + "/" + name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = writeAll(Array(records.utf8), to: file)
  }

  func forgetClaims() { _ = removeUserFile(state + "/" + name) }

  /// Reads the record of the last publication.
  package var last: LastPublication {
    LastPublication(try? readFile(state + "/" + name + "-held"), AudienceChanges(inState: state))
  }

  package func remember(
    heldBack: [HeldBackNote], published: [NotePath] = [], settings: [UInt8] = [], audience: [UInt8], rules: Set<String>
  ) {
    let records =
      heldBack.map { "\($0.reason.rawValue)\t\($0.path.string)" }
      + published.map { "\(LastPublication.published)\t\($0.string)" }
      + rules.sorted().map { "\(LastPublication.rule)\t\($0)" }
      + [
        "\(LastPublication.settings)\t\(AudienceChanges.name(of: settings))",
        "\(LastPublication.audience)\t\(AudienceChanges.name(of: audience))",
      ]
    writeStateFile(state, name + "-held", Array(records.joined(separator: "\0").utf8))
  }

  var groups: [String: Group] {
    var groups: [String: Group] = [:]
    var lines = ((try? readFile(cache + "/" + name)) ?? []).split(separator: 0x0A)[...]
    guard lines.popFirst()?.elementsEqual(Self.groupsHead.utf8) == true else { return [:] }
    for line in lines {
      let parts = line.split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 4, let key = UInt64(parts[1], radix: 16),
        let pages = UInt64(parts[2], radix: 16)
      else { continue }
      groups[parts[0]] = Group(key: key, pages: pages, payload: parts[3])
    }
    return groups
  }

  func remember(_ groups: [String: Group]) {
    let lines = groups.sorted { $0.key < $1.key }.map { name, group in
      let numbers = [group.key, group.pages].map { String($0, radix: 16) }
      return ([name] + numbers + [group.payload]).joined(separator: "\t")
    }
    let text = ([Self.groupsHead] + lines).joined(separator: "\n") + "\n"
    writeStateFile(cache, name, Array(text.utf8))
  }
}

/// The record of the last publication of a site. Before the first publication nothing is known, and nothing differs.
package struct LastPublication: Sendable {
  fileprivate static let (published, rule, settings, audience) = ("public", "rule", "settings", "audience")

  /// The reasons why notes were held back, or the kinds of the other records, by the texts of the records.
  private let kinds: [String: String]
  private let isKnown: Bool
  private let changes: AudienceChanges

  fileprivate init(_ bytes: [UInt8]?, _ changes: AudienceChanges) {
    var kinds: [String: String] = [:]
    for record in (bytes ?? []).split(separator: 0) {
      let parts = String(decoding: record, as: UTF8.self).split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { kinds[String(parts[1])] = String(parts[0]) }
    }
    self.kinds = kinds
    isKnown = bytes != nil
    self.changes = changes
  }

  /// Returns the reason why a note was held back. Nil for a note that was public or not known.
  package func reason(holdingBack path: NotePath) -> HeldBackReason? {
    kinds[path.string].flatMap(HeldBackReason.init)
  }

  package func wasPublic(_ path: NotePath) -> Bool { kinds[path.string] == Self.published }

  /// Returns true if the site was published by another configuration than this.
  package func hadOtherSettings(than settings: [UInt8]) -> Bool {
    first(Self.settings).map { $0 != AudienceChanges.name(of: settings) } ?? false
  }

  /// Returns true if the settings about readers were others than these.
  /// Changes that the user made with commands do not count.
  package func hadOtherAudience(than audience: [UInt8]) -> Bool {
    first(Self.audience).map { changes.latest(from: $0) != AudienceChanges.name(of: audience) } ?? false
  }

  private func first(_ kind: String) -> String? { kinds.first { $0.value == kind }?.key }

  /// The rules that excluded files.
  package var rules: Set<String> { Set(kinds.filter { $0.value == Self.rule }.keys) }

  /// Returns true if a rule that excluded files is gone, or if a rule brings files back.
  package func excludedMore(than rules: Set<String>) -> Bool {
    guard isKnown else { return false }
    let former = self.rules
    return former.subtracting(rules).contains { !$0.hasPrefix("!") }
      || rules.subtracting(former).contains { $0.hasPrefix("!") }
  }
}
