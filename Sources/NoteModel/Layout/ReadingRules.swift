/// How the notes of a folder are read where its program reads them in its own way.
///
/// A profile says these things about one program; a folder of several programs has the rules of all.
package struct ReadingRules: Sendable, Hashable {
  /// False where a heading is never a title: without a `title` field the file's name is.
  package var takesTitleFromHeading = true
  /// True where a file's name spells what a name cannot hold: `A___B.md` for the page `A/B`, `What%3F.md`.
  package var decodesPageNames = false
  /// True for outlines: bullets that begin with `TODO`, `DOING` … are tasks, `title::`, `alias::` and `tags::` in the
  /// first block are the page's, `((id))` leads to a block, and a bullet is one however deep it begins.
  package var readsOutlines = false
  /// False where `[[x]]` is no link of the program's: where nothing has the name, it is text.
  package var hasWikiLinks = true
  /// False where a page begins with the first link to it, so that a link to none is no fault.
  package var countsMissingPages = true
  /// True where a page's address is a folder, from which the browser resolves `../other/`.
  package var pagesAreFolders = false
  /// Fields that say the address of a note's page, or the last part of it.
  package var addressFields: Set<String> = []
  /// True where a day at the beginning of a file's name is not part of what the note is called.
  package var omitsDayFromNames = false
  /// Who reads the Markdown, as the setting `fmt.reader` calls them: what they read otherwise stays as written.
  package var readers: Set<String> = []

  package init() {}

  /// The rules of a folder that several programs use; plain ones for none.
  package init(of rules: [ReadingRules]) {
    self = rules.first ?? ReadingRules()
    for other in rules.dropFirst() { formUnion(other) }
  }

  /// True where a link by a name that nothing has is a fault.
  package var reportsMissingPages: Bool { hasWikiLinks && countsMissingPages }

  private mutating func formUnion(_ other: ReadingRules) {
    takesTitleFromHeading = takesTitleFromHeading && other.takesTitleFromHeading
    decodesPageNames = decodesPageNames || other.decodesPageNames
    readsOutlines = readsOutlines || other.readsOutlines
    hasWikiLinks = hasWikiLinks || other.hasWikiLinks
    countsMissingPages = countsMissingPages && other.countsMissingPages
    pagesAreFolders = pagesAreFolders || other.pagesAreFolders
    addressFields.formUnion(other.addressFields)
    omitsDayFromNames = omitsDayFromNames || other.omitsDayFromNames
    readers.formUnion(other.readers)
  }

  /// What sets these rules apart from others, for the fingerprint of a layout.
  var facts: [String] {
    [
      takesTitleFromHeading, decodesPageNames, readsOutlines,
      hasWikiLinks, countsMissingPages, pagesAreFolders, omitsDayFromNames,
    ].map { $0 ? "1" : "0" } + addressFields.sorted()
  }
}
