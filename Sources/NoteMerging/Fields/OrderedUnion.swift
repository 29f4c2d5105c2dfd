/// Merges the order of things that have names: fields, items of a list.
enum OrderedUnion {
  /// The surviving names in the order of ours; names that only theirs has go where theirs has them, after the
  /// same neighbour. Where only theirs changed the order of what all share, the order is theirs.
  static func merged<Name: Hashable>(
    base: [Name], ours: [Name], theirs: [Name], surviving: Set<Name>
  ) -> [Name] {
    let shared = Set(base).intersection(ours).intersection(theirs)
    func order(_ names: [Name]) -> [Name] { names.filter(shared.contains) }
    let isReordered = order(ours) == order(base) && order(theirs) != order(base)
    return isReordered
      ? merged(theirs, adding: ours, surviving, keepingFirst: true)
      : merged(ours, adding: theirs, surviving, keepingFirst: false)
  }

  /// `keepingFirst`: True where what is added at one place goes before what is there already.
  private static func merged<Name: Hashable>(
    _ skeleton: [Name], adding other: [Name], _ surviving: Set<Name>, keepingFirst: Bool
  ) -> [Name] {
    let (known, others) = (Set(skeleton), Set(other))
    // What comes after each name of the skeleton; nil: before the first.
    var added: [Name?: [Name]] = [:]
    var neighbour: Name?
    for name in other {
      if known.contains(name) {
        neighbour = name
      } else if surviving.contains(name) {
        added[neighbour, default: []].append(name)
      }
    }
    var result: [Name] = []
    var waiting = added[nil] ?? []
    if keepingFirst { flush(&waiting, into: &result) }
    for name in skeleton {
      // What ours added at the same place goes first.
      if others.contains(name) { flush(&waiting, into: &result) }
      if surviving.contains(name) { result.append(name) }
      waiting += added[name] ?? []
      if keepingFirst { flush(&waiting, into: &result) }
    }
    flush(&waiting, into: &result)
    return result
  }

  private static func flush<Name>(_ waiting: inout [Name], into result: inout [Name]) {
    result += waiting
    waiting = []
  }
}
