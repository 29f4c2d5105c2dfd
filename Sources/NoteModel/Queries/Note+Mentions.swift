extension Note {
  /// The notes that call this one by its title or an alias and do not link to it.
  package var mentionQuery: Query {
    let names = Set([title] + aliases).filter { $0.count > 1 }.sorted()
    let linked = Query.link(LinkTerm(direction: .linksTo, name: path.string))
    return .and([.or(names.map { .text(TextTerm(words: $0, scope: .body)) }), .not(linked)])
  }
}
