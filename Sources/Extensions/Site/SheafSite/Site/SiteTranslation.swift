import NoteModel

/// A note in one of its languages on the site.
struct SiteTranslation: Hashable {
  /// The position of the note in the site.
  let place: Int
  /// `ko`, `zh-Hant`
  let language: String

  /// Returns for each translated note all notes of its group, itself included, in the order of their paths. If several
  /// notes of a group have one language, the first that declares the language counts. Any other note is alone.
  static func all(of facts: SiteFacts, _ places: [Int64: Int], site: String) -> [Int: [SiteTranslation]] {
    var all: [Int: [SiteTranslation]] = [:]
    for group in facts.translations.groups {
      for claim in group where claim.language != nil {
        guard let place = places[claim.note] else { continue }
        let language = language(of: claim, facts.notes[place].title, site: site)
        all[place] = [SiteTranslation(place: place, language: language)]
      }
      let members = group.compactMap { claim in
        places[claim.note].flatMap { facts.notes[$0].isListed ? $0 : nil }.map { place in
          (
            isSaid: claim.language != nil,
            note: SiteTranslation(place: place, language: language(of: claim, facts.notes[place].title, site: site))
          )
        }
      }
      var taken: Set<String> = []
      let chosen = (members.filter(\.isSaid) + members.filter { !$0.isSaid }).map(\.note)
        .filter { taken.insert($0.language.lowercased()).inserted }.sorted { $0.place < $1.place }
      guard chosen.count > 1 else { continue }
      for note in chosen { all[note.place] = chosen }
    }
    return all
  }

  private static func language(of claim: TranslationClaim, _ title: String, site: String) -> String {
    PageLanguage.tag(written: claim.language, text: Array(title.utf8), site: site)
  }
}
