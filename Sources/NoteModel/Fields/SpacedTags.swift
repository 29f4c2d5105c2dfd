package import NoteSyntax

extension FrontMatterEditor.Change {
  /// The change of one tag in a text such as `tags: one two`, as a change of the whole text.
  ///
  /// A list, and a text with commas only, are changed item by item.
  ///
  /// - Parameter value: The field as it is.
  /// - Returns: This change where the text needs no other.
  package func spelled(amongTagsOf value: FrontMatterValue?) -> FrontMatterEditor.Change {
    guard case .scalar(let scalar)? = value, let words = value?.tagTexts,
      words.count > scalar.text.count(where: { $0 == "," }) + 1
    else { return self }
    let separator = scalar.text.contains(",") ? ", " : " "
    func text(_ words: [String]) -> FrontMatterEditor.Change {
      .set(.text(words.joined(separator: separator)))
    }
    switch self {
    case .add(let tag): return words.contains(tag) ? text(words) : text(words + [tag])
    case .remove(let tag): return text(words.filter { $0 != tag })
    case .replace(let old, let new):
      let isThere = words.contains(new)
      return text(words.compactMap { $0 == old ? (isThere ? nil : new) : $0 })
    case .set, .unset: return self
    }
  }
}
