import ByteBasics
package import CivilCalendar
package import NoteSyntax
import Synchronization
import Wording

/// The statement of a note about its own publication: in its front matter, and by the day it is from.
package struct PublicationStatement: Sendable, Hashable {
  /// The value of `publish:` and its other spellings: false if any of them is false, nil if the note has none.
  package let isAsked: Bool?
  /// True for a draft by field or status, and for a value that is neither true nor false.
  package let isDraft: Bool
  /// True if the statement is unreliable: a field that occurs twice, a value that is neither yes nor no, front
  /// matter or text that cannot be read.
  package let isDoubtful: Bool
  /// The latest of the days on which the note says it was written or published; not public before.
  package let notBefore: CivilDate?
  /// The day from which it is public no longer.
  package let notAfter: CivilDate?

  /// - Parameters:
  ///   - document: The note as it was read.
  ///   - path: The path of the note. A name that begins with a day gives the day if no field does.
  ///   - syntax: The syntax of the folder's site generator.
  package init(of document: Document, at path: NotePath, _ syntax: Set<GeneratorSyntax> = []) {
    // Most fields say nothing about publication.
    let fields = FieldTable(
      (document.frontMatter?.entries ?? []).filter { Self.keys.contains(FieldCatalogue.folded($0.key)) })
    let answers = Answers(fields)
    let inText = Self.textFields(document)
    let fieldsInText = FieldTable(inText)
    let textAnswers = Answers(fieldsInText)
    let isHeldBack = Self.isUnrendered(fields) || textAnswers.isAsked == false
    isAsked = isHeldBack ? false : answers.isAsked ?? (Self.isPublicPage(document) ? true : nil)
    isDraft = answers.isDraft || textAnswers.isDraft
    let dates =
      Self.yesKeys.flatMap { fields.values(of: $0).compactMap(\.yearOrDate) }
      + (Self.dates(fields) + Self.publicationKeys.flatMap(fieldsInText.allValues)).map(\.latestDate)
    let known = dates.filter { $0.day != .latest }
    let ends = Self.endKeys.flatMap { fields.values(of: $0) + fieldsInText.values(of: $0) }.filter(\.holdsText)
    notAfter = ends.compactMap(\.date).min(by: Self.isEarlier)
    isDoubtful =
      answers.isDoubtful || known.count < dates.count || ends.contains { $0.date == nil } || Self.isUnreadable(document)
      || Self.hasCommentInCode(document, syntax)
      || inText.contains(where: Self.isDoubtfulInText)
      || (document.frontMatter?.entries ?? []).contains { Self.meant(by: $0) != nil }
    notBefore = known.max(by: Self.isEarlier) ?? (path.leadingDay ?? Day(iso: path.stem)).map { .day($0) }
  }

  private static let yesKeys = ["publish", "public", "published", "dg-publish", "공개"]
  private static let noKeys = ["private", "unlisted", "hidden", "headless", "비공개"] + passwordKeys
  /// The fields with a password, by which other programs encrypt the note. Sheaf would publish the text and the
  /// password.
  private static let passwordKeys = [
    "password", "passwords", "passphrase", "passwd", "encrypt", "encrypted", "비밀번호", "비번", "암호",
  ]
  /// Fields that say in a word who may see the note.
  private static let audienceKeys = ["visibility", "access"]
  private static let privateAudiences: Set<String> = [
    "private", "비공개", "hidden", "internal", "restricted", "secret", "confidential", "personal",
    "me", "owner", "unlisted", "draft", "members", "protected", "password", "none",
  ]
  private static let publicAudiences: Set<String> = [
    "public", "공개", "published", "open", "all", "everyone", "everybody", "anyone", "free", "world",
  ]
  private static let draftKeys = ["draft", "초안"]
  /// Fields that no program fills in: without a value, their meaning is unknown. Web clippers leave `published:` empty.
  private static let emptyKeys = yesKeys.filter { $0 != "published" } + draftKeys + audienceKeys
  /// Days of writing; a template leaves them empty.
  private static let writingKeys = ["created", "date", "created_date", "created_at", "created-at"]
  /// Publishing tools know these as the days from which a page is shown.
  private static let publicationKeys = [
    "publishdate", "publish-date", "publish_date", "pubdate", "pubdatetime", "publishedat", "published_at",
    "publisheddate", "datepublished", "공개일", "게시일", "embargo", "publish-after", "publish_after", "publishon",
    "publish-on", "publish_on",
  ]

  /// Hugo and others show a page until then.
  private static let endKeys = [
    "expirydate", "expiry-date", "expiry_date", "unpublishdate", "unpublish-date", "unpublish_date", "expires",
  ]

  /// Returns true for a note without a page: `build: {render: never}` of Hugo, `render = false` of Zola.
  private static func isUnrendered(_ fields: FieldTable) -> Bool {
    let builds = ["build", "_build"].flatMap(fields.allValues).flatMap { value -> [FrontMatterValue] in
      guard case .map(let pairs) = value else { return [] }
      return pairs.filter { ["render", "list"].contains(FieldCatalogue.folded($0.key)) }.map(\.value)
    }
    return (["render", "permalink"].flatMap(fields.allValues) + builds).flatMap(\.scalarTexts)
      .contains { ["false", "never", "link"].contains($0.lowercased()) }
  }

  /// Returns true for a comment in code, which Jekyll and Hugo remove even there.
  private static func hasCommentInCode(_ document: Document, _ syntax: Set<GeneratorSyntax>) -> Bool {
    guard !syntax.isDisjoint(with: [.liquid, .shortcodes]),
      comment?.place(in: document.source.bytes, from: document.body.lowerBound) != nil
    else { return false }
    let text = String(decoding: document.bodyForOthers(), as: UTF8.self)
    return syntax.contains(.shortcodes) && text.contains(/\{\{[<%]\s*comment\b/)
      || syntax.contains(.liquid)
        && text.replacing(/\{%-?\s*raw\s*-?%\}(?s:.*?)\{%-?\s*endraw/, with: "").contains(/\{%-?\s*comment\b/)
  }

  private static let comment = ByteSearch(Array("comment".utf8))
  private static let property = ByteSearch(Array("::".utf8))

  /// Returns the fields about publication in lines `key:: value` of the text, also in a list, a quotation, a heading, a
  /// cell, a comment or brackets.
  ///
  /// The fields count anywhere in the text, because the author of `private:: true` relies on the line. A field can
  /// only keep a note from being published.
  private static func textFields(_ document: Document) -> [FrontMatter.Entry] {
    let bytes = document.source.bytes
    var entries: [FrontMatter.Entry] = []
    var start = document.body.lowerBound
    while let place = property?.place(in: bytes, from: start) {
      start = place + 2
      // A row of colons has no key before it.
      if place > document.body.lowerBound, bytes[place - 1] == ASCII.colon { continue }
      var keyStart = place
      while keyStart > document.body.lowerBound, place - keyStart < 80, bytes[keyStart - 1] != ASCII.lineFeed,
        !"[(".utf8.contains(bytes[keyStart - 1])
      {
        keyStart -= 1
      }
      let words = String(decoding: bytes[keyStart..<place], as: UTF8.self)
      // Before it are the marks of a list, a heading, a cell or a comment, round it those of emphasis.
      let word = words.split { "|])\r".contains($0) }.last?.drop { !$0.isLetter } ?? ""
      let key = String(word.trimmingEnd { "*_` \t".contains($0) })
      guard 2...24 ~= key.utf8.count, keysInText.contains(FieldCatalogue.folded(key)) else { continue }
      let isEnclosed = keyStart > 0 && "[(".utf8.contains(bytes[keyStart - 1])
      // A longer value is no answer.
      let value = bytes[start...].prefix(400).prefix { $0 != ASCII.lineFeed && !(isEnclosed && "])".utf8.contains($0)) }
      let text = trimmedSpaces(String(decoding: value.filter { $0 != ASCII.carriageReturn }, as: UTF8.self))
      let answer = FrontMatterValue.scalar(.init(text: text, style: .plain))
      // `Draft::class` in a program is no field.
      guard value.first.map(ASCII.isBlank) ?? true || answer.boolean != nil else { continue }
      let range = ByteRange(keyStart, place)
      entries.append(.init(key: key, value: answer, keyRange: range, valueRange: nil))
    }
    return entries
  }

  private static let keysInText = watched.union(audienceKeys + publicationKeys + endKeys + stateKeys + ["unseal"])
  private static let keys = keysInText.union(writingKeys + ["build", "_build", "render", "permalink"])

  /// Returns true for a page of Logseq with `public:: true` among its properties, the lines before its first block.
  private static func isPublicPage(_ document: Document) -> Bool {
    var rest = document.source.bytes[document.body.indices]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != ASCII.lineFeed }
      rest = rest.dropFirst(line.count + 1)
      if line.isEmpty { continue }
      guard line.prefix(while: { $0 != ASCII.space }).suffix(2).elementsEqual("::".utf8) else { return false }
      if trimmedSpaces(String(decoding: line, as: UTF8.self)) == "public:: true" { return true }
    }
    return false
  }

  /// Returns true for a key of the fields that say who may read a note, or from when on.
  package static func isAboutPublication(_ key: String) -> Bool {
    let key = FieldCatalogue.folded(key)
    return watched.contains(key) || audienceKeys.contains(key) || key == "unseal"
  }

  private static func dates(_ fields: FieldTable) -> [FrontMatterValue] {
    writingKeys.flatMap { fields.values(of: $0).filter(\.holdsText) } + publicationKeys.flatMap(fields.allValues)
  }

  private static let draftStatuses: Set<String> = ["draft", "초안", "unpublished"]
  private static let privateStatuses: Set<String> = ["private", "비공개", "hidden", "secret", "confidential", "unlisted"]
  private static let stateKeys = ["status", "state", "stage", "type", "상태", "공개여부", "공개 여부"]

  /// Returns the first word of a state in small letters: `draft` for `Draft (2)`.
  private static func firstWord(_ state: String) -> String {
    state.lowercased().split { !$0.isLetter }.first.map(String.init) ?? ""
  }

  /// The values of the fields about publication, taken together.
  private struct Answers {
    var isAsked: Bool?
    var isDraft = false
    var isDoubtful = false

    init(_ fields: FieldTable) {
      var says: [Bool] = []
      for key in yesKeys { read(fields, key, meansYes: true, &says) }
      for key in noKeys { read(fields, key, meansYes: false, &says) }
      for key in draftKeys {
        isDraft = isDraft || fields.values(of: key).contains { $0.boolean ?? true }
      }
      for status in stateKeys.flatMap({ fields.values(of: $0) }).flatMap(\.scalarTexts).map(firstWord) {
        isDraft = isDraft || draftStatuses.contains(status)
        if privateStatuses.contains(status) { says.append(false) }
      }
      for value in audienceKeys.flatMap({ fields.values(of: $0) }) {
        // Some notes name the address by which their subject is reached.
        let words = value.scalarTexts.map { $0.lowercased() }.filter { !$0.contains("://") }
        if words.isEmpty, !value.scalarTexts.isEmpty { continue }
        says += words.filter(privateAudiences.contains).map { _ in false }
        says += words.filter(publicAudiences.contains).map { _ in true }
        isDoubtful =
          isDoubtful || words.isEmpty || !words.allSatisfy { privateAudiences.union(publicAudiences).contains($0) }
      }
      isAsked = says.contains(false) ? false : says.contains(true) ? true : nil
      isDoubtful = isDoubtful || emptyKeys.contains { fields.allValues(of: $0).contains(where: \.isNull) }
    }

    /// Reads an answer about publication. `private: false` is no answer, and `private:` may mean yes; `publish:
    /// 2026-11-21` is a day and no answer.
    private mutating func read(_ fields: FieldTable, _ key: String, meansYes: Bool, _ says: inout [Bool]) {
      for value in meansYes ? fields.values(of: key) : fields.allValues(of: key) {
        if passwordKeys.contains(key), !value.isFilled { continue }
        if let answer = value.boolean ?? (passwordKeys.contains(key) ? true : nil) {
          if meansYes { says.append(answer) } else if answer { says.append(false) }
        } else if !(meansYes && value.yearOrDate != nil) {
          isDoubtful = true
        }
      }
    }
  }

  /// Returns true for invalid text or front matter, a repeated key, or a publication field where readers ignore it.
  private static func isUnreadable(_ document: Document) -> Bool {
    if document.diagnostics.contains(where: { unreadable.contains($0.check) }) { return true }
    // UTF-16 without a mark is full of zeros. Its fields are not read.
    if holds(0, in: document.source.bytes[...]) || mayHavePrivateTag(document) { return true }
    guard let frontMatter = document.frontMatter else { return beginsAsJSON(document.source.bytes) }
    let keys = frontMatter.entries.map { FieldCatalogue.folded($0.key) }
    // A merge key takes fields from elsewhere.
    if Set(keys).count < keys.count || keys.contains("<<") { return true }
    // `title: {{title}}` of an unfilled template is a table whose key is a table.
    if zip(keys, frontMatter.entries.map(\.value)).contains(where: { key, value in
      key == "listed" && value.isNull || key == "title" && value.pairs.contains(where: \.key.isEmpty)
        || hasInnerAnswer(value, of: key)
    }) {
      return true
    }
    let mentions = DoubtfulFrontMatter.mentions(in: document.source.bytes[frontMatter.content.indices])
    let inner = frontMatter.entries.flatMap { harmlessKeys(in: $0.value, of: FieldCatalogue.folded($0.key)) }
    return Set(mentions).intersection(watched).contains { key in
      mentions.count { $0 == key } != keys.count { $0 == key } + inner.count { $0 == key }
    }
  }

  /// Returns true for a table in a field that says in a word that somebody may not read the note: `params: {access:
  /// private}`. Whose words these are depends on the program.
  private static func hasInnerAnswer(_ value: FrontMatterValue, of parent: String) -> Bool {
    if parts.contains(parent) { return false }
    return value.entries.flatMap(\.pairs).contains { pair in
      let key = FieldCatalogue.folded(pair.key)
      let words = pair.value.scalarTexts.map(firstWord)
      return audienceKeys.contains(key) && words.contains(where: privateAudiences.contains)
        || ["status", "state"].contains(key) && words.contains(where: draftStatuses.union(privateStatuses).contains)
        || hasInnerAnswer(pair.value, of: key)
    }
  }

  /// Returns the keys about publication inside a value that do not speak of the note: in its text, with the answer no,
  /// or of a picture or an item of a menu.
  private static func harmlessKeys(in value: FrontMatterValue, of parent: String) -> [String] {
    switch value {
    case .scalar(let scalar): return DoubtfulFrontMatter.mentions(in: Array(scalar.text.utf8)[...])
    case .list(let items): return items.flatMap { harmlessKeys(in: $0, of: parent) }
    case .map(let pairs):
      return pairs.flatMap { pair in
        let key = FieldCatalogue.folded(pair.key)
        let isOfPart = key == "hidden" && parts.contains(parent)
        let isHarmless = isOfPart || pair.value.boolean == false && (noKeys + draftKeys).contains(key)
        let isOuter = parts.contains(parent) ? parent : key
        return (isHarmless ? [key] : []) + harmlessKeys(in: pair.value, of: isOuter)
      }
    }
  }

  /// Fields of which every page has several.
  private static let parts: Set<String> = [
    "cover", "image", "images", "featuredimage", "menu", "menus", "resources", "sidebar", "toc",
  ]

  /// Returns true for text that looks like a private tag and is read as none: a comment of YAML as `tags: #private`,
  /// `＃private`, `%%#private%%`, `#[[private]]`, a line `Tags: private`.
  private static func mayHavePrivateTag(_ document: Document) -> Bool {
    let bytes = document.source.bytes
    guard privateWords.contains(where: { $0?.place(in: bytes, from: 0) != nil }) else { return false }
    // A private tag that is read leaves nothing to doubt.
    let read = (document.frontMatter?.entries ?? []).filter { ["tags", "tag"].contains(FieldCatalogue.folded($0.key)) }
      .flatMap { entry -> [String] in
        switch entry.value {
        case .scalar(let scalar): scalar.text.split { ", \t".contains($0) }.map(String.init)
        case .list(let items): items.compactMap { if case .scalar(let scalar) = $0 { scalar.text } else { nil } }
        case .map: []
        }
      }
    if (document.tags.map(\.name) + read).contains(where: { tag in
      PublicationCandidate.privateNames.contains(tag.prefix { $0 != "/" }.lowercased())
    }) {
      return false
    }
    if (document.frontMatter?.entries ?? []).contains(where: { hasPrivateTag($0.key, $0.value) }) { return true }
    var rest = bytes
    for tag in document.tags { for index in tag.range.indices { rest[index] = UInt8(ascii: "#") } }
    let text = String(decoding: rest, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let start = text.utf8.distance(from: text.startIndex, to: line.startIndex)
      let end = start + line.utf8.count
      guard privateWords.contains(where: { $0?.place(in: rest, from: start, to: end) != nil }) else { continue }
      // After a box and in a cell, too.
      let parts = line.split { "|])".contains($0) }
      if start >= document.body.lowerBound, ([line] + parts).contains(where: { $0.firstMatch(of: tagLine) != nil }) {
        return true
      }
      let pieces = line.split { $0.isWhitespace || "*_%<>-,;|=~".contains($0) }
      if pieces.contains(where: {
        ["#", "＃"].contains($0.first) && $0.last != ":" && PublicationCandidate.isPrivate($0)
      }) {
        return true
      }
    }
    return false
  }

  /// In the spellings of a first letter, without it.
  private static let privateWords = ["rivate", "RIVATE", "비공개", "ｒｉｖａｔｅ", "ＲＩＶＡＴＥ"].map { ByteSearch(Array($0.utf8)) }
  nonisolated(unsafe) private static let tagLine =
    /(?i)^[\W\d_]*(?:tags?|keywords?|categor(?:y|ies)|태그|분류)[\s*_]*:+.*(?:private|비공개)(?![\w\/-])/

  /// Returns true for a field that sorts notes under a private name, at any depth: Zola's `taxonomies` is a table.
  private static func hasPrivateTag(_ key: String, _ value: FrontMatterValue) -> Bool {
    guard tagKeys.contains(FieldCatalogue.folded(key)) else {
      return value.pairs.contains { hasPrivateTag($0.key, $0.value) }
    }
    return value.allTexts.flatMap { $0.split { ", \t".contains($0) } }.contains { word in
      word.split(separator: "/").contains(where: PublicationCandidate.isPrivate)
    }
  }

  private static let tagKeys: Set = [
    "tags", "tag", "category", "categories", "keywords", "keyword", "태그", "분류",
  ]

  private static let unreadable: Set<String> = [
    "front-matter-syntax", "duplicate-key", "invalid-utf8", "conflict-mark", "open-comment",
  ]

  /// Returns true for front matter of Hugo in JSON, which is read as text.
  private static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
    let text = bytes.drop(while: ASCII.isWhiteSpace)
    guard text.first == UInt8(ascii: "{") else { return false }
    return text.dropFirst().first { !ASCII.isWhiteSpace($0) } == UInt8(ascii: "\"")
  }

  /// Returns the type of a field that is used only for publication, or nil for any other field.
  static func type(ofField key: String) -> KnownField.ValueType? {
    let key = FieldCatalogue.folded(key)
    if publicationKeys.contains(key) { return .date }
    return watched.contains(key) && !passwordKeys.contains(key) && key != "published" ? .boolean : nil
  }

  /// Returns the allowed words of a field about the readers of a note, such as `visibility`. Nil for other fields, and
  /// if the text is an allowed word.
  static func audiences(notAmongThem text: String, ofField key: String) -> [String]? {
    guard audienceKeys.contains(FieldCatalogue.folded(key)) else { return nil }
    return privateAudiences.union(publicAudiences).contains(text.lowercased()) ? nil : ["public", "private"]
  }

  /// Returns the mistake in a field because of which its note counts as private.
  static func mistake(in entry: FrontMatter.Entry) -> (message: Message, fix: Diagnostic.Fix?)? {
    if let meant = meant(by: entry) {
      return (
        Message(
          "“\(entry.key)” looks like “\(meant)”, so the note counts as private",
          ko: "“\(entry.key)” 필드가 “\(meant)” 필드와 비슷해 비공개 메모로 봅니다"),
        Diagnostic.Fix(
          title: Message("Change to “\(meant)”", ko: "“\(meant)” 필드로 변경"),
          edits: [TextEdit(range: entry.keyRange, replacement: meant)])
      )
    }
    let key = FieldCatalogue.folded(entry.key)
    if entry.value.isNull, !passwordKeys.contains(key),
      (noKeys + publicationKeys + emptyKeys + ["unseal"]).contains(key)
    {
      return (
        Message(
          "\(entry.key): has no value, so the note counts as private",
          ko: "\(entry.key): 값이 없어 비공개 메모로 봅니다"),
        nil
      )
    }
    let inner = entry.value.keysWithin + (key.contains(".") ? key.split(separator: ".").map(String.init) : [])
    let harmless = harmlessKeys(in: entry.value, of: key)
    let isHidden =
      key == "<<"
      || inner.map(FieldCatalogue.folded).contains { watched.contains($0) && !harmless.contains($0) || $0 == "unseal" }
    guard isHidden || keys.contains(key) && Answers(FieldTable([entry])).isDoubtful else { return nil }
    return (
      Message(
        "“\(entry.key)” does not define clearly who may read the note, so the note is private",
        ko: "“\(entry.key)” 필드로는 누가 읽어도 되는지 분명하지 않아 비공개 메모로 봅니다"), nil
    )
  }

  /// Returns the fields in the text because of which a note counts as private, though no day or answer is read in them.
  static func mistakesInText(of document: Document) -> [(range: ByteRange, message: Message)] {
    textFields(document).filter(isDoubtfulInText).map { entry in
      (
        entry.keyRange,
        Message(
          "“\(entry.key)” is read only in front matter, so the note counts as private",
          ko: "“\(entry.key)” 필드는 머리말에서만 읽으므로 비공개 메모로 봅니다")
      )
    }
  }

  private static func isDoubtfulInText(_ entry: FrontMatter.Entry) -> Bool {
    FieldCatalogue.folded(entry.key) == "unseal" || Answers(FieldTable([entry])).isDoubtful
  }

  // MARK: - Misspelt keys

  /// Returns the field about publication that a key is one typing mistake away from.
  static func misspelt(_ key: String) -> String? {
    // Notes have the same few keys.
    misspeltKeys.withLock { known in
      if let meant = known[key] { return meant }
      if known.count == 1_000 { known = [:] }
      let meant = nearestField(to: FieldCatalogue.folded(key))
      known.updateValue(meant, forKey: key)
      return meant
    }
  }

  private static let misspeltKeys = Mutex<[String: String?]>([:])

  private static func nearestField(to key: String) -> String? {
    guard key.utf8.count > 3, !isAboutPublication(key), !otherWords.contains(key),
      FieldCatalogue.field(typed: key) == nil
    else { return nil }
    // Letters of full width are those of an input method.
    let word = foldedName(key.filter { !["-", "_", " "].contains($0) })
    let plain = word.hasPrefix("is") ? String(word.dropFirst(2)) : word
    if plain != key, spellings.contains(plain) { return plain }
    let isDenied = ["no", "do", "never"].contains(where: word.hasPrefix)
    if ["-publish", "_publish"].contains(where: key.hasSuffix), !isDenied { return "publish" }
    return otherNames[word] ?? spellings.first { isOneEdit(key, $0) }
  }

  private static let otherNames = [
    "confidential": "private", "secret": "private", "비밀": "private", "excludefrompublish": "private",
    "deleted": "private", "trashed": "private", "nopublish": "private", "personal": "private",
    "donotpublish": "private", "dontpublish": "private", "neverpublish": "private", "비밀글": "private",
    "공개범위": "visibility", "sealed": "unseal", "seal": "unseal",
    "internal": "private", "notpublished": "draft", "unpublished": "draft", "audience": "visibility",
    "privacy": "visibility", "accesscontrol": "visibility", "privatenote": "private", "게시": "publish",
    "sharing": "visibility", "classification": "visibility", "unsealed": "unseal",
    "unsealdate": "unseal", "sealeduntil": "unseal", "unsealat": "unseal", "unsealon": "unseal",
  ]

  private static let spellings = (watched + audienceKeys + ["unseal", "listed"]).sorted()
  /// Words of their own that are near a key.
  private static let otherWords: Set<String> = [
    "publisher", "publishes", "publics", "pubic", "primate", "privates", "craft", "graft", "kraft", "raft", "daft",
    "drat", "drift", "drafts", "drafty", "enlisted", "unreal", "unseat", "bidden", "midden", "ridden", "heedless",
    "encrypts", "listen", "lister", "misted", "lasted", "lifted", "listened",
  ]

  /// Returns the field that a misspelt key means, if with its value the field would keep the note back.
  static func meant(by entry: FrontMatter.Entry) -> String? {
    guard let key = misspelt(entry.key) else { return nil }
    let meant = FrontMatter.Entry(key: key, value: entry.value, keyRange: entry.keyRange, valueRange: entry.valueRange)
    let answers = Answers(FieldTable([meant]))
    let keepsBack =
      key == "unseal"
      ? entry.value.boolean == true && foldedName(entry.key).hasPrefix("seal")
        || entry.value.scalarTexts.contains { $0.contains(where: \.isNumber) }
      : key == "listed" && entry.value.boolean != true || answers.isAsked == false
        || draftKeys.contains(key) && entry.value.boolean == true
        || noKeys.contains(key) && answers.isDoubtful
    return keepsBack ? key : nil
  }

  private static let watched = Set(yesKeys + noKeys + draftKeys)

  private static func isEarlier(_ left: CivilDate, _ right: CivilDate) -> Bool {
    func seconds(_ date: CivilDate) -> Int {
      switch date {
      case .day(let day): day.daysSinceEpoch * 86_400
      case .moment(let moment): moment.secondsSinceEpoch()
      }
    }
    return seconds(left) < seconds(right)
  }
}

extension FrontMatterValue {
  /// The texts and keys of the value at any depth.
  fileprivate var allTexts: [String] {
    switch self {
    case .scalar(let scalar): [scalar.text]
    case .list(let items): items.flatMap(\.allTexts)
    case .map(let pairs): pairs.flatMap { [$0.key] + $0.value.allTexts }
    }
  }

  /// A date, or the end of a year or month: `published: 2011`. Nil for any other text.
  fileprivate var yearOrDate: CivilDate? {
    guard boolean == nil, let text, text.allSatisfy({ $0.isNumber || "-./".contains($0) }) else { return date }
    return latestDate.day == .latest ? date : latestDate
  }
}

/// The fields at the head of a section, in `_index.md`, that hold for the notes of its folder too.
package enum SectionFields {
  /// Returns true if the section is a draft, or passes on settings that withhold its notes.
  package static func holdBack(_ head: Document, at path: NotePath) -> Bool { !withheld(by: head, at: path).isEmpty }

  /// Returns the notes that the section withholds, as beginnings of addresses below the folder of the content (see
  /// ``plain(_:)``); "" is every note of the section.
  package static func withheld(by head: Document, at path: NotePath) -> [String] {
    // A file of zeros is what a power cut leaves.
    if head.source.bytes.contains(0) || head.diagnostics.contains(where: { $0.check == "conflict-mark" }) {
      return [""]
    }
    guard let frontMatter = head.frontMatter else {
      let text = String(decoding: head.source.bytes.prefix(1 << 16), as: UTF8.self).lowercased()
      // Fields as JSON, or behind an empty line
      guard let first = head.source.bytes.first(where: { !ASCII.isWhiteSpace($0) }), "{-+".utf8.contains(first) else {
        return []
      }
      let holdsBack =
        first != UInt8(ascii: "{")
        ? text.contains("cascade") || text.contains("draft")
        : text.contains("\"cascade\"") && fields.contains { text.contains("\"\($0)\"") }
      return holdsBack ? [""] : []
    }
    let statement = PublicationStatement(of: head, at: path)
    let isBundle = path.stem.prefix { $0 != "." } == "index"
    if statement.isDraft || isBundle && statement.isAsked == false { return [""] }
    guard let cascade = frontMatter.entries.first(where: { $0.key.lowercased() == "cascade" }) else { return [] }
    // An alias, and a name with an escape, may mean anything.
    let start = cascade.keyRange.upperBound
    let end =
      frontMatter.entries.map(\.keyRange.lowerBound).filter { $0 > start }.min() ?? frontMatter.content.upperBound
    let range = ByteRange(start, max(start, end))
    let text = String(decoding: head.source.bytes[range.indices], as: UTF8.self)
    if text.contains("\\u") || text.contains("<<") || text.contains(": *") { return [""] }
    return cascade.value.entries.filter(holdBack).map { entry in
      let target = (entry.value("target") ?? entry.value("_target"))?.value("path")?.text ?? ""
      let names = target.split(separator: "/").prefix { !$0.contains(where: "*?[]{}!\\".contains) }
      return names.isEmpty ? "" : plain(names.joined(separator: "/"))
    }
  }

  /// Returns a path by which the address of a page and its file are equal: `/blog/mypost` for `blog/my-post`.
  package static func plain(_ path: String) -> String {
    "/" + path.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "/" }
  }

  /// Returns true if a value of `cascade` holds notes back. For which of them is not asked.
  package static func holdBack(_ cascade: FrontMatterValue) -> Bool {
    cascade.entries.flatMap(\.pairs).contains { pair in
      let key = pair.key.lowercased()
      if ["target", "_target"].contains(key) { return false }
      if key == "params" {
        return pair.value.pairs.contains { shutParameters.contains($0.key.lowercased()) && $0.value.boolean != false }
      }
      guard fields.contains(key) else { return holdBack(pair.value) }
      return key == "render"
        ? pair.value.scalarTexts.contains { $0.lowercased() != "always" } : pair.value.boolean != false
    }
  }

  /// Returns true if a file of which every field is one of `cascade` holds notes back.
  package static func holdBack(_ settings: String) -> Bool {
    for line in settings.lowercased().textLines {
      let words = line.split { !$0.isLetter }.map(String.init)
      // An alias, and a name with an escape, may mean anything.
      if line.contains("\0") || line.contains("\\u") || line.contains(": *") || line.contains("<<") { return true }
      guard words.contains(where: fields.contains) else { continue }
      let isHarmless =
        words.contains("render") ? words.contains("always") : words.contains("false") && !words.contains("true")
      if !isHarmless { return true }
    }
    return false
  }

  private static let fields: Set = [
    "draft", "render", "headless", "private", "hidden", "unlisted", "password", "date", "pubdate", "published",
    "publishdate", "expirydate", "unpublishdate",
  ]
  /// Parameters of themes that mean the same.
  private static let shutParameters: Set = ["draft", "private", "hidden", "unlisted", "password"]
}
