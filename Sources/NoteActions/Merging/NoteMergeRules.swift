package import NoteMerging
import NoteModel

extension MergeRules {
  /// The rules for the fields that notes have, in all their spellings.
  ///
  /// `date` is read as `created`, but it is also the day of a diary entry or of publication: a value like any other.
  package static let notes = MergeRules(
    later: spellings(of: "updated"), earlier: spellings(of: "created").subtracting(["date"]),
    repetition: spellings(of: "repeat"), closing: spellings(of: "closed"))

  private static func spellings(of key: String) -> Set<String> {
    Set(FieldCatalogue.field(for: key)?.foldedSpellings ?? [])
  }
}
