import ByteBasics

/// The candidates of a leaf by what cmark may say of them, so that no link looks at all of them.
struct CandidateTable {
  private struct Key: Hashable {
    let destination: String
    let isImage: Bool
  }

  /// For each destination the places of its candidates, in the order of the text.
  private var places: [Key: [Int]] = [:]
  /// How the candidates begin that need no cmark: at most ``headSize`` bytes of ASCII.
  private var heads: Set<[UInt8]> = []
  private var labelled: Set<String> = []

  static let headSize = 8

  /// - Parameters:
  ///   - destinations: All that cmark may say for a candidate.
  ///   - definition: Of the label that a wiki link is.
  init(
    _ candidates: [LinkCandidate], in bytes: [UInt8],
    destinations: (LinkCandidate) -> [String], definition: (LinkCandidate) -> String?
  ) {
    for (place, candidate) in candidates.enumerated() {
      for destination in destinations(candidate) {
        places[Key(destination: destination, isImage: candidate.isImage), default: []].append(place)
      }
      switch candidate.form {
      case .bareURL, .email, .wiki:
        heads.insert(
          Array(bytes[candidate.range.indices].prefix(Self.headSize).prefix { $0 < 0x80 }))
      default: break
      }
      if let definition = definition(candidate) { labelled.insert(definition) }
    }
  }

  /// The first candidate from `start` on that may be the link.
  func place(of link: BlockCollector.FoundLink, from start: Int) -> Int? {
    guard let places = places[Key(destination: link.url, isImage: link.isImage)] else { return nil }
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] >= start { high = middle } else { low = middle + 1 }
    }
    return low < places.count ? places[low] : nil
  }

  /// True where the beginning of a candidate is in the destination or begins the text.
  func holdsHead(of link: BlockCollector.FoundLink) -> Bool {
    if heads.contains([]) { return true }
    let url = Array(link.url.utf8)
    for start in url.indices {
      for length in 1...Self.headSize where start + length <= url.count {
        if heads.contains(Array(url[start..<(start + length)])) { return true }
      }
    }
    let text = Array(link.text.utf8.prefix(Self.headSize))
    return text.indices.contains { heads.contains(Array(text[...$0])) }
  }

  /// True where a wiki link has the label of that definition.
  func hasLabel(of link: BlockCollector.FoundLink) -> Bool { labelled.contains(link.url) }
}
