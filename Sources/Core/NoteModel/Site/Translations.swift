/// The statement of a note about its translations.
package struct TranslationClaim: Sendable, Hashable {
  /// The number of the note in the index.
  package let note: Int64
  package let path: NotePath
  /// `lang`, else as the name of the file ends: `about.ko.md`.
  package let language: String?
  /// `translationKey`: notes with the same key are translations of each other.
  package let key: String?
  /// The notes of its field `translations`.
  package let targets: Set<Int64>

  package init(note: Int64, path: NotePath, language: String?, key: String?, targets: Set<Int64>) {
    self.note = note
    self.path = path
    self.language = language ?? Self.ending(of: path)?.language
    self.key = key
    self.targets = targets
  }

  /// Returns the note without the language in its name, and the language, or nil for a name without a language.
  package static func ending(of path: NotePath) -> (base: String, language: String)? {
    let stem = path.stem
    guard let dot = stem.lastIndex(of: "."), dot != stem.startIndex else { return nil }
    let language = String(stem[stem.index(after: dot)...])
    guard LanguageName.isKnown(language) else { return nil }
    return (Self.base(path, stem[..<dot]), language)
  }

  /// The part of the path that a note and its translations share.
  var base: String { Self.ending(of: path)?.base ?? Self.base(path, path.stem) }

  private static func base(_ path: NotePath, _ stem: some StringProtocol) -> String {
    (path.folder.map { $0.string + "/" } ?? "") + stem
  }
}

/// The groups of translations: by `translations`, by `translationKey`, and by file names.
package struct Translations: Sendable {
  /// The groups, each with at least two notes, in the order of their paths.
  package let groups: [[TranslationClaim]]

  /// - Parameter claims: The claims of all notes that may be in a group.
  package init(_ claims: [TranslationClaim]) {
    let claims = claims.sorted { $0.path < $1.path }
    let places = Dictionary(claims.enumerated().map { ($1.note, $0) }) { first, _ in first }
    var leaders = Array(claims.indices)
    func leader(_ place: Int) -> Int {
      var place = place
      while leaders[place] != place { place = leaders[place] }
      return place
    }
    func join(_ first: Int, _ second: Int) {
      let (first, second) = (leader(first), leader(second))
      leaders[max(first, second)] = min(first, second)
    }
    for (place, claim) in claims.enumerated() {
      for target in claim.targets { if let other = places[target] { join(place, other) } }
    }
    for named in [Self.sharedKeys(claims), Self.sharedNames(claims)] {
      for members in named { for other in members.dropFirst() { join(members[0], other) } }
    }
    groups = Dictionary(grouping: claims.indices, by: leader).values.filter { $0.count > 1 }
      .map { $0.map { claims[$0] } }.sorted { $0[0].path < $1[0].path }
  }

  private static func sharedKeys(_ claims: [TranslationClaim]) -> [[Int]] {
    let keyed = claims.indices.filter { claims[$0].key != nil }
    return Dictionary(grouping: keyed) { claims[$0].key ?? "" }.values.map(\.self)
  }

  private static func sharedNames(_ claims: [TranslationClaim]) -> [[Int]] {
    let bases = Set(claims.compactMap { TranslationClaim.ending(of: $0.path)?.base })
    guard !bases.isEmpty else { return [] }
    return Dictionary(grouping: claims.indices) { claims[$0].base }.filter { bases.contains($0.key) }.values.map(\.self)
  }

  /// A note that another note names as its translation, without a name, key or field that confirms this.
  package struct OneSided: Sendable {
    package let claiming: TranslationClaim
    package let silent: TranslationClaim
  }

  /// The one-sided claims in the order of the paths.
  package var oneSided: [OneSided] {
    groups.flatMap { group in
      group.flatMap { claim in
        group.filter { other in
          claim.targets.contains(other.note) && other.note != claim.note && !other.targets.contains(claim.note)
            && (claim.key == nil || claim.key != other.key) && claim.base != other.base
        }.map { OneSided(claiming: claim, silent: $0) }
      }
    }
  }
}

/// Languages by their own names.
package enum LanguageName {
  /// Returns the name of a language.
  ///
  /// - Parameter tag: A tag such as `ko` or `zh-Hant`.
  /// - Returns: The tag itself for a language that is not in the list.
  package static func of(_ tag: String) -> String {
    let lower = tag.lowercased()
    let language = lower.prefix { $0 != "-" }
    return names[lower] ?? names[String(language)].map { lower == language ? $0 : "\($0) (\(tag))" } ?? tag
  }

  /// Returns true for the tag of a language in the list, with or without a region or a script.
  static func isKnown(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, names[parts[0].lowercased()] != nil else { return false }
    guard parts.count == 2 else { return true }
    return (2...4).contains(parts[1].utf8.count) && parts[1].allSatisfy { $0.isASCII && $0.isLetter }
  }

  private static let names = [
    "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "da": "Dansk", "de": "Deutsch",
    "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti", "fa": "فارسی", "fi": "Suomi",
    "fr": "Français", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "id": "Bahasa Indonesia",
    "it": "Italiano", "ja": "日本語", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "nb": "Norsk bokmål",
    "nl": "Nederlands", "nn": "Norsk nynorsk", "no": "Norsk", "pl": "Polski", "pt": "Português", "ro": "Română",
    "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina", "sr": "Српски", "sv": "Svenska", "th": "ไทย",
    "tr": "Türkçe", "uk": "Українська", "vi": "Tiếng Việt", "zh": "中文", "zh-hans": "简体中文",
    "zh-hant": "繁體中文", "zh-cn": "简体中文", "zh-tw": "繁體中文",
  ]
}
