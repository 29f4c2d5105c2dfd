import ByteBasics
package import CivilCalendar
import NoteSyntax
package import Wording

/// The reason why a note, or a file that a note uses, is not on a site.
package enum HeldBackReason: String, Sendable, CaseIterable {
  case sealed, template, draft, notPublished, privateTag, privateFolder, excluded
  case doubtful, future, expired, inbox, diary, tasks, notAsked, secret, hook, notSelected
  case noteCopy, activeContent, unreadablePicture
}

/// A note or a file that is not on a site, for the report about it.
package struct HeldBackNote: Sendable, Hashable {
  package let path: NotePath
  package let reason: HeldBackReason
  /// The first place that looks like a secret.
  package let secret: FoundSecret?

  package init(path: NotePath, reason: HeldBackReason, secret: FoundSecret? = nil) {
    self.path = path
    self.reason = reason
    self.secret = secret
  }
}

/// The properties of a note that decide whether a site shows it.
package struct PublicationCandidate: Sendable {
  package let path: NotePath
  package let kind: NoteKind
  package let isDraft: Bool
  /// The value of `publish:`; false if the note's statement is doubtful.
  package let isAsked: Bool?
  package let isDoubtful: Bool
  package let unseal: Day?
  package let entryDay: Day?
  /// Seconds since the epoch before which it is not public.
  package let notBefore: Int?
  /// Seconds since the epoch from which it is public no longer.
  package let notAfter: Int?
  package let secret: FoundSecret?
  package let tags: [String]

  package init(
    path: NotePath, kind: NoteKind, isDraft: Bool, isAsked: Bool?, isDoubtful: Bool, unseal: Day?,
    entryDay: Day?, notBefore: Int?, notAfter: Int? = nil, secret: FoundSecret?, tags: [String] = []
  ) {
    self.path = path
    self.kind = kind
    self.isDraft = isDraft
    self.isAsked = isAsked
    self.isDoubtful = isDoubtful
    self.unseal = unseal
    self.entryDay = entryDay
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.secret = secret
    self.tags = tags
  }

  /// The names of tags and folders of private notes.
  static let privateNames: Set<String> = ["private", "비공개"]

  /// Returns true for the name of a tag or of a folder of private notes, however it is written: `_Private`, `[[private]]`,
  /// `ｐｒｉｖａｔｅ`, with spaces or invisible characters around or in the name.
  static func isPrivate(_ name: some StringProtocol) -> Bool {
    // Most names have no letter of these.
    guard name.utf8.count >= 7, name.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "v") || $0 >= 0x80 }) else {
      return false
    }
    let seen = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace }
    let word = foldedName(String(String.UnicodeScalarView(seen))).drop { !$0.isLetter }
    let letters = word.prefix(while: \.isLetter)
    return privateNames.contains(String(letters))
      && word[letters.endIndex...].allSatisfy { !$0.isLetter && !$0.isNumber }
  }
  /// Jekyll's folder for drafts.
  static let draftName = "_drafts"

  /// True if a tag is private.
  var hasPrivateTag: Bool { tags.contains(where: Self.isPrivateTag) }

  /// Returns true if a level of a tag is private: `private`, `private/health`.
  package static func isPrivateTag(_ tag: String) -> Bool { tag.split(separator: "/").contains(where: isPrivate) }

  var isInPrivateFolder: Bool { path.isInFolder(Self.isPrivate) }

  var isInDraftFolder: Bool { path.isInFolder { $0.lowercased() == Self.draftName } }
}

extension NotePath {
  /// Returns true in a folder of such a name, at any depth.
  fileprivate func isInFolder(_ isSuch: (Substring) -> Bool) -> Bool {
    folder?.string.split(separator: "/").contains(where: isSuch) ?? false
  }

  /// True for the name of a note that is not read as one, or of a copy of a note: `a.mdx`, `a.md.orig`, `a.md~`.
  fileprivate var isNoteCopy: Bool {
    let endings = fileName.lowercased().split(separator: ".").dropFirst()
    guard let last = endings.last, FileKind(fileName) == .other else { return false }
    return last.hasSuffix("~") || Self.copyEndings.contains(last) || Self.noteEndings.contains(last)
      || endings.contains { Self.noteEndings.contains($0) && $0 != "org" }
  }

  private static let noteEndings: Set<Substring> = [
    "md", "mdx", "markdown", "mdown", "mkd", "mkdn", "mdwn", "mdtxt", "mdtext", "qmd", "rmd", "livemd", "org", "rst",
    "adoc", "asciidoc", "textile",
  ]
  private static let copyEndings: Set<Substring> = ["orig", "rej", "bak", "swp", "swo", "tmp"]
}

extension PublicationCandidate {
  /// Creates the candidate of a note that was just read from its file.
  ///
  /// - Parameters:
  ///   - note: The note with its source.
  ///   - zone: The zone of a day without an offset.
  package init(_ note: Note, in zone: LocalZone) {
    func seconds(_ date: CivilDate) -> Int {
      switch date {
      case .day(let day): zone.moment(on: day, at: .midnight).secondsSinceEpoch()
      case .moment(let moment):
        moment.utcOffsetSeconds == nil
          ? zone.moment(on: moment.day, at: moment.time).secondsSinceEpoch()
          : moment.secondsSinceEpoch()
      }
    }
    self.init(
      path: note.path, kind: note.kind, isDraft: note.isDraft, isAsked: note.isPublishable,
      isDoubtful: note.publication.isDoubtful, unseal: note.unseal, entryDay: note.entryDay,
      notBefore: note.publication.notBefore.map(seconds), notAfter: note.publication.notAfter.map(seconds),
      secret: SecretFinder.first(in: note), tags: note.tags.map(\.string))
  }
}

/// The rules for the notes that a site shows. Everything that is in doubt stays out.
package struct PublicationRules: Sendable {
  /// Parts of a repository that are private unless its owner lists them.
  package enum Part: String, Sendable, CaseIterable {
    case diary, tasks
  }

  package var now: CivilMoment
  /// False: only notes with `publish: true`.
  package var publishesByDefault: Bool
  package var included: Set<Part>
  /// Paths of notes whose text may contain apparent secrets.
  package var allowedSecrets: Set<String>
  /// Returns the reason why another program's settings, or its folder, exclude a file. `isAsked` is true for a note
  /// that asks to be public: some exclusions do not apply to such a note.
  package var exclusion: @Sendable (_ path: NotePath, _ isAsked: Bool) -> HeldBackReason? = { _, _ in nil }
  /// Returns the place to which symbolic links lead.
  package var location: @Sendable (NotePath) -> NotePath = { $0 }
  /// The notes that a hook of the user keeps back.
  package var heldBackByHook: Set<NotePath> = []
  /// The notes of the site's query. Nil for a site of all notes.
  package var selected: Set<NotePath>?
  /// True for a preview for the owner, which shows everything of the site except sealed letters and templates.
  package var showsAll: Bool
  /// True for readers whom the owner chooses, such as those of a digest. Notes are included that a site excludes by
  /// their place, tag, kind or day, but no note that calls itself private.
  package var isForChosen = false
  /// True if notes with a private tag or in a private folder, and those that another program excludes, are excluded for
  /// chosen readers too: nobody chose those of an answer or an embed.
  package var hidesPrivatePlaces = false
  /// True for programs that may send notes elsewhere. Private notes, by note, tag or folder, and secrets are excluded.
  /// Drafts, diary and tasks are included, because such programs work on them.
  package var isForPrograms = false

  package init(
    now: CivilMoment, publishesByDefault: Bool = true, included: Set<Part> = [],
    allowedSecrets: Set<String> = [], showsAll: Bool = false
  ) {
    self.now = now
    self.publishesByDefault = publishesByDefault
    self.included = included
    self.allowedSecrets = allowedSecrets
    self.showsAll = showsAll
  }

  /// Returns the rules for readers whom the owner chooses.
  package static func forChosen(at now: CivilMoment, allowedSecrets: Set<String>) -> PublicationRules {
    var rules = PublicationRules(now: now, allowedSecrets: allowedSecrets)
    rules.isForChosen = true
    return rules
  }

  /// Returns the rules for programs that may send notes elsewhere.
  package static func forPrograms(at now: CivilMoment) -> PublicationRules {
    var rules = PublicationRules(now: now)
    rules.isForPrograms = true
    return rules
  }

  /// Returns the reason why a note is not public. Nil for a public note.
  package func reason(_ note: PublicationCandidate) -> HeldBackReason? {
    if note.isSealed(on: now.day) { return .sealed }
    if isForPrograms { return reasonForPrograms(note) }
    if note.kind == .template { return .template }
    if hidesPrivatePlaces, let reason = Self.privatePlace(of: note) ?? exclusion(note.path, note.isAsked == true) {
      return reason
    }
    if note.isDraft || note.isInDraftFolder { return .draft }
    if note.isDoubtful { return .doubtful }
    if note.isAsked == false { return .notPublished }
    if !isForChosen, let reason = reasonOnSite(note) { return reason }
    if note.secret != nil, !allowedSecrets.contains(note.path.string) { return .secret }
    return nil
  }

  private func reasonForPrograms(_ note: PublicationCandidate) -> HeldBackReason? {
    if note.isDoubtful { return .doubtful }
    if note.isAsked == false { return .notPublished }
    return Self.privatePlace(of: note) ?? (note.secret == nil ? nil : .secret)
  }

  private static func privatePlace(of note: PublicationCandidate) -> HeldBackReason? {
    if note.hasPrivateTag { return .privateTag }
    return note.isInPrivateFolder ? .privateFolder : nil
  }

  private func reasonOnSite(_ note: PublicationCandidate) -> HeldBackReason? {
    // A canvas is on the site because selected notes use it.
    if !note.path.isCanvas, selected?.contains(note.path) == false { return .notSelected }
    if heldBackByHook.contains(note.path) { return .hook }
    if let reason = Self.privatePlace(of: note) { return reason }
    if let reason = exclusion(note.path, note.isAsked == true) { return reason }
    // Links to notes are notes of their own places. A canvas is shown by any name.
    if note.path.isCanvas, let reason = reason(ofFile: note.path) { return reason }
    if note.notBefore.map({ $0 > now.secondsSinceEpoch() }) == true { return .future }
    if note.notAfter.map({ $0 <= now.secondsSinceEpoch() }) == true { return .expired }
    if note.entryDay.map({ $0 > now.day }) == true { return .future }
    if note.kind == .diary, !included.contains(.diary) { return .diary }
    if note.kind == .task, !included.contains(.tasks) { return .tasks }
    return note.isAsked == nil && !publishesByDefault ? .notAsked : nil
  }

  /// Returns true if a note that is withheld for `reason` is shown nevertheless.
  package func shows(despite reason: HeldBackReason) -> Bool {
    showsAll && ![.sealed, .template, .notSelected, .activeContent, .unreadablePicture].contains(reason)
  }

  /// Returns the reason why a file of a public note is not public, by its place and its name.
  package func reason(ofFile path: NotePath) -> HeldBackReason? {
    names(of: path).lazy.compactMap(reason(ofFileAt:)).first
  }

  /// Returns the name of a file, and the targets of its symbolic links.
  private func names(of path: NotePath) -> Set<NotePath> { [path, location(path)] }

  private func reason(ofFileAt path: NotePath) -> HeldBackReason? {
    if path.isNoteCopy { return .noteCopy }
    if path.isInFolder(PublicationCandidate.isPrivate) { return .privateFolder }
    if !isForChosen, path.isInFolder({ $0.lowercased() == PublicationCandidate.draftName }) { return .draft }
    return exclusion(path, true)
  }

  /// Returns the reason why a file of a public note is not public, by its content.
  package func reason(ofFile path: NotePath, _ bytes: [UInt8]) -> HeldBackReason? {
    if allowedSecrets.contains(path.string) { return nil }
    let isSecret = names(of: path).map(\.fileName).contains { name in
      (SecretFinder.isKey(named: name) || ![.audio, .video].contains(FileKind(name)))
        && SecretFinder.isSecret(bytes, named: name)
    }
    return isSecret ? .secret : reason(ofTextAt: path, bytes)
  }

  /// Returns the reason why a text file with the fields or tags of a note is not public. Other programs store notes in
  /// text files.
  private func reason(ofTextAt path: NotePath, _ bytes: [UInt8]) -> HeldBackReason? {
    let start = bytes.prefix(1 << 16)
    let isWide = start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
    // UTF-16 has a zero next to each ASCII letter. Invalid UTF-8 does not make the file doubtful here.
    let text = String(decoding: isWide ? Array(start.dropFirst(2).filter { $0 != 0 }) : Array(start), as: UTF8.self)
    let first = text.utf8.first { $0 > ASCII.space && ![0xEF, 0xBB, 0xBF].contains($0) }
    let endings = path.fileName.lowercased().split(separator: ".").dropFirst()
    let ending = String(endings.last ?? "")
    if ending.hasPrefix("json") || ending.hasSuffix("json") {
      return Self.heads(inJSON: bytes).lazy.compactMap { self.reason(ofText: $0, at: path) }.first
    }
    if let fence = ["yaml": "---", "yml": "---", "toml": "+++"][ending], !text.hasPrefix(fence) {
      return reason(ofText: "\(fence)\n\(String(decoding: bytes, as: UTF8.self))\n\(fence)\n", at: path)
    }
    guard
      first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || path.isMarkdown
        || ["txt", "text", nil].contains(endings.last), !text.utf8.contains(0)
    else { return nil }
    return reason(ofText: text, at: path)
  }

  /// Returns the members of the objects at the top of a text as JSON, as front matter. None if the text is not valid.
  private static func heads(inJSON bytes: [UInt8]) -> [String] {
    guard let value = try? JSONValueReader.value(of: bytes).plain else { return [] }
    return ([value] + value.items).prefix(10_000).compactMap { object in
      guard case .object(let members) = object else { return nil }
      return "---\n" + members.map { "\(JSONValue.string($0.key).text()): \($0.value.text())\n" }.joined() + "---\n"
    }
  }

  private func reason(ofText text: String, at path: NotePath) -> HeldBackReason? {
    let note = PublicationCandidate(Note(Document(parsing: Array(text.utf8)), at: path, in: .standard), in: .fixed(0))
    var rules = self
    rules.exclusion = { _, _ in nil }
    (rules.included, rules.publishesByDefault, rules.selected) = (Set(Part.allCases), true, nil)
    return rules.reason(note)
  }
}

extension HeldBackReason {
  /// The name of the reason, for a note's page and for lists.
  package var name: Message {
    switch self {
    case .sealed: Message("sealed letter", ko: "봉인한 편지")
    case .template: Message("template", ko: "템플릿")
    case .draft: Message("draft", ko: "초안")
    case .notPublished: Message("private", ko: "비공개")
    case .privateTag: Message("tagged as private", ko: "private 태그")
    case .privateFolder: Message("in a private folder", ko: "private 폴더")
    case .excluded: Message("excluded by another program's settings", ko: "다른 프로그램의 설정에서 제외")
    case .doubtful: Message("doubtful fields or comments", ko: "필드나 주석이 확실하지 않음")
    case .future: Message("dated in the future", ko: "미래 날짜")
    case .expired: Message("expired", ko: "게시 기한이 지남")
    case .inbox: Message("inbox", ko: "모음 메모")
    case .diary: Message("diary", ko: "일기")
    case .tasks: Message("task", ko: "할 일")
    case .notAsked: Message("without publish: true", ko: "publish: true 없음")
    case .secret: Message("may contain a secret", ko: "비밀번호나 키로 보이는 텍스트가 있음")
    case .notSelected: Message("not in the site's query", ko: "사이트의 검색식에 맞지 않음")
    case .hook: Message("not published because of hooks.on-publish", ko: "hooks.on-publish 훅이 제외")
    case .noteCopy: Message("a note in another form or a copy of one", ko: "다른 형식의 메모나 메모의 사본")
    case .activeContent: Message("may run a program", ko: "프로그램을 실행할 수 있음")
    case .unreadablePicture: Message("not a readable picture", ko: "읽을 수 없는 그림")
    }
  }
}
