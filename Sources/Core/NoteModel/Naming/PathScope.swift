/// The scope of a file by the names in its path: hidden or not, private or not, and the kind of the file.
///
/// A symbolic link from one scope into another is followed neither for reading nor for writing. A decision by a file's
/// name therefore holds for what is read under that name.
package struct PathScope: Hashable, Sendable {
  /// The path down to the first hidden name: `.sheaf`, `sub/.git`. Nil for a visible file.
  private let hidden: String?
  package var isHidden: Bool { hidden != nil }
  package let isPrivate: Bool
  private let isDraft: Bool
  /// The ending in small letters, one for all notes.
  private let ending: String
  /// The kinds that the settings of the repository give to places.
  private let kinds: [Bool]

  /// - Parameters:
  ///   - path: The path from the root, or empty for the root itself.
  ///   - layout: The settings of the repository; nil if only names count.
  package init(_ path: String, in layout: VaultLayout? = nil) {
    let names = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let folded = Set(names.map { $0.lowercased() })
    let place = NotePath(trusted: path)
    hidden = names.firstIndex { $0.hasPrefix(".") }.map { names[...$0].joined(separator: "/") }
    isPrivate = names.contains(where: PublicationCandidate.isPrivate)
    isDraft = folded.contains(PublicationCandidate.draftName)
    ending = place.isMarkdown ? "md" : place.fileName.dropFirst(place.stem.count).lowercased()
    kinds = layout.map { [$0.isTemplate(place), $0.isDraft(place), $0.isDiary(place), $0.isTask(place)] } ?? []
  }
}
