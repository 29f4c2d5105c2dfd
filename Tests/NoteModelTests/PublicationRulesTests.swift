import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

/// The notes that a site shows: every reason to hold one back, at its boundary.
@Suite struct PublicationRulesTests {
  private let now: CivilMoment

  init() throws {
    now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: .midnight, utcOffsetSeconds: 0)
  }

  private func note(
    kind: NoteKind = .memo, isDraft: Bool = false, isAsked: Bool? = nil, isDoubtful: Bool = false,
    unseal: String? = nil, entryDay: String? = nil, notBefore: Int? = nil,
    secret: FoundSecret? = nil
  ) -> PublicationCandidate {
    PublicationCandidate(
      path: NotePath(trusted: "Memo/a.md"), kind: kind, isDraft: isDraft, isAsked: isAsked,
      isDoubtful: isDoubtful, unseal: unseal.flatMap { Day(iso: $0) },
      entryDay: entryDay.flatMap { Day(iso: $0) }, notBefore: notBefore, secret: secret)
  }

  private var rules: PublicationRules { PublicationRules(now: now) }

  @Test func `a plain note is public, one with a reason is not`() throws {
    #expect(rules.reason(note()) == nil)
    #expect(rules.reason(note(kind: .template)) == .template)
    #expect(rules.reason(note(isDraft: true)) == .draft)
    #expect(rules.reason(note(isDoubtful: true)) == .doubtful)
    #expect(rules.reason(note(isAsked: false)) == .notPublished)
    #expect(rules.reason(note(isAsked: true)) == nil)
  }

  @Test func `a letter opens on its day, an entry of the diary is public from its day on`() {
    var rules = rules
    rules.included = [.diary]
    for (day, isFuture) in [("2026-11-20", false), ("2026-11-21", false), ("2026-11-22", true)] {
      #expect(rules.reason(note(kind: .letter, unseal: day)) == (isFuture ? .sealed : nil))
      #expect(rules.reason(note(kind: .diary, entryDay: day)) == (isFuture ? .future : nil))
    }
  }

  @Test func `a moment before which a note is not public ends when it comes`() {
    let seconds = now.secondsSinceEpoch()
    #expect(rules.reason(note(notBefore: seconds - 1)) == nil)
    #expect(rules.reason(note(notBefore: seconds)) == nil)
    #expect(rules.reason(note(notBefore: seconds + 1)) == .future)
  }

  @Test(arguments: [
    ("2026-11-21", 0), ("2026-11-21 09:00", 9 * 3_600), ("2026-11-21T09:00:00Z", 18 * 3_600),
  ])
  func `a date without a zone is by the clock of the site`(date: String, seconds: Int) throws {
    let source = Array("---\npublishDate: \(date)\n---\n".utf8)
    let note = Note(Document(parsing: source), at: NotePath(trusted: "a.md"))
    let candidate = PublicationCandidate(note, in: .fixed(9 * 3_600))
    let midnight = now.secondsSinceEpoch() - 9 * 3_600
    #expect(candidate.notBefore == midnight + seconds)
  }

  @Test func `diary and tasks are private unless they are included`() {
    #expect(rules.reason(note(kind: .diary)) == .diary)
    #expect(rules.reason(note(kind: .task)) == .tasks)
    var open = rules
    open.included = [.tasks]
    #expect(open.reason(note(kind: .task)) == nil)
    #expect(open.reason(note(kind: .diary)) == .diary)
    open.included = [.diary]
    #expect(open.reason(note(kind: .task)) == .tasks)
    #expect(open.reason(note(kind: .diary)) == nil)
  }

  @Test func `where nothing is published by default a note must ask`() {
    var rules = rules
    rules.publishesByDefault = false
    #expect(rules.reason(note()) == .notAsked)
    #expect(rules.reason(note(isAsked: true)) == nil)
  }

  @Test func `a secret holds a note back unless its path is allowed`() throws {
    let secret = try #require(
      SecretFinder.first(in: Array(["AKIA", "Q3EGWLPXZ5T2NB7D"].joined().utf8)))
    #expect(rules.reason(note(secret: secret)) == .secret)
    var allowed = rules
    allowed.allowedSecrets = ["Memo/b.md"]
    #expect(allowed.reason(note(secret: secret)) == .secret)
    allowed.allowedSecrets = ["Memo/a.md"]
    #expect(allowed.reason(note(secret: secret)) == nil)
  }

  @Test func `a preview for the owner shows everything of the site but sealed letters and templates`() {
    var preview = rules
    preview.showsAll = true
    for reason in HeldBackReason.allCases {
      #expect(!rules.shows(despite: reason))
      let never: [HeldBackReason] = [.sealed, .template, .notSelected, .activeContent, .unreadablePicture]
      #expect(preview.shows(despite: reason) == !never.contains(reason))
    }
  }
}
