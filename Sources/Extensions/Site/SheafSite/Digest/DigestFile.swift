import ByteBasics
import CivilCalendar
package import NoteActions
import NoteIndex
import NoteModel
package import NotePresentation
import NoteRepository
import Synchronization
package import TerminalText
import Wording

/// A digest in the form in which it is kept or sent.
package struct DigestFile {
  package let words: DigestWords
  private let letter: DigestLetter
  private let digest: Digest
  private let plan: DigestPlan
  private let workspace: Workspace
  /// The address at which its page will be, if it is published.
  package var browserAddress: String?

  package init(_ digest: Digest, _ plan: DigestPlan, _ workspace: Workspace) {
    self.digest = digest
    self.plan = plan
    self.workspace = workspace
    words = DigestWords(digest, plan.language, name: plan.title)
    letter = DigestLetter(digest, words, plan)
  }

  private var end: [String] { [words.from(plan.rules.now.day), browserAddress].compactMap(\.self) }

  /// The digest for programs, or for persons who read Markdown.
  package var markdown: [UInt8] { Array(DigestMarkdown(letter).text(end: end).utf8) }

  package var json: [UInt8] { Array((DigestJSON(digest, plan).value.text(pretty: true) + "\n").utf8) }

  /// Formats the digest for a terminal.
  package func lines(_ page: Page) -> [StyledText] { DigestText(letter).lines(page, end: end) }

  package func mail(_ theme: DigestTheme, from sender: String, to recipient: String?, isDraft: Bool = true) -> [UInt8] {
    let list = digestList
    let mail = DigestMail(
      subject: words.subject, text: String(decoding: text, as: UTF8.self),
      html: html(theme) { _ in nil }.mail, now: plan.rules.now, sender: sender, recipient: recipient, list: list,
      isDraft: isDraft)
    return Array(mail.message.utf8)
  }

  /// `Everyday <digest.everyday.sheaf.invalid>`: people sort their mail by it.
  private var digestList: String {
    let name = plan.title.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }.map {
      String($0).lowercased()
    }
    let host = plan.site?.split(separator: "/").dropFirst().first.map { String($0.prefix { $0 != ":" }) }
    return
      "\(plan.title) <digest.\((plan.name.map { [$0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }] } ?? [name.joined()]).filter { !$0.isEmpty }.first ?? "notes").\(host ?? "sheaf.invalid")>"
  }

  /// Returns a digest as a page.
  ///
  /// - Parameters:
  ///   - theme: Its template and styles.
  ///   - formulas: The known formulas, and the converter of others.
  ///   - navigation: The digests before and after it in an archive, for the template.
  package func page(_ theme: DigestTheme, _ formulas: FormulaStore, navigation: [String: Any]? = nil) -> [UInt8] {
    formulas.complete { mathML in html(theme, mathML: mathML).page(navigation: navigation) }
  }

  /// The text in lines of 72 cells, as in mail.
  package var text: [UInt8] {
    let page = Page(columns: 72, language: plan.language, asciiOnly: false, isTerminal: false)
    return Theme.plain.encode(lines(page)).bytes
  }

  /// Returns the HTML of a digest with the known formulas. In a mail formulas stay TeX, because mail clients show no
  /// MathML.
  private func html(_ theme: DigestTheme, mathML: @escaping @Sendable (Formula) -> String?) -> DigestHTML {
    let pictures = DigestPictures(workspace, plan.rules, limit: plan.settings.pictures)
    let pageAddress = plan.pageAddress
    var html = DigestHTML(letter, plan, theme, mathML: mathML) { note, link in
      if link.form == .image || link.form == .embed { return pictures.place(of: link, in: note) }
      return pictures.target(of: link, in: note).flatMap(pageAddress).map { .address($0) } ?? .hidden
    }
    html.weekStart = workspace.configuration.weekStart(in: plan.language)
    html.surroundings.follow(workspace)
    if workspace.configuration.list("links.detect").contains("date") {
      html.surroundings.detection.dayAddress = { [letter] in letter.address(of: $0) }
    }
    html.browserAddress = browserAddress
    let words = words
    let last = words.from(plan.rules.now.day)
    html.foot = {
      words.foot + [words.omitted(pictures.omitted, largerThan: pictures.kilobytes), last].compactMap(\.self)
    }
    return html
  }
}

/// The pictures of notes as addresses that hold them whole.
package struct DigestPictures: Sendable {
  private let workspace: Workspace
  /// A larger one is replaced by its words.
  let kilobytes: Int
  private let known = KnownTargets()

  /// Pixels of a column of text, which no picture is wider than: programs that show mail take the width as it is said.
  private static let widest = 552

  /// The pictures of one digest, and their bytes together.
  private let limit: Int
  private static let most = 1_500 << 10

  private let rules: PublicationRules

  init(_ workspace: Workspace, _ rules: PublicationRules, limit: Int = .max) {
    self.limit = limit
    self.rules = rules
    self.workspace = workspace
    kilobytes = workspace.configuration.integer("digest.picture-size")
  }

  /// The number of pictures that were too large.
  var omitted: Int { known.omitted.withLock(\.count) }

  func target(of link: BodyLink, in note: NotePath) -> NotePath? { targets(in: note)[link.destination] }

  func place(of link: BodyLink, in note: NotePath) -> BodyPlace {
    targets(in: note)[link.destination].map(place) ?? .hidden
  }

  func place(of target: NotePath) -> BodyPlace {
    guard let size = workspace.files.fingerprint(target)?.size else { return .hidden }
    guard size <= Self.largestRead, let original = try? workspace.files.read(target),
      // A digest is sent to others.
      let cleaned = PublicFile(original, at: target, rules).published,
      case let bytes = reduced(cleaned), bytes.count <= kilobytes * 1_024, let picture = PictureFile(bytes),
      known.mayShow(target, bytes.count, limit: limit, bytes: Self.most)
    else {
      if CleanPicture.isPicture(String(target.fileName)) { known.omitted.withLock { _ = $0.insert(target) } }
      return .hidden
    }
    return .address(PictureFile.dataAddress(bytes, mediaType: picture.mediaType), size: picture.size.map(Self.scaled))
  }

  /// Bytes of a file that is looked at.
  private static let largestRead = 40 << 20
  /// Bytes of a picture that is light enough as it is.
  private static let light = 150 << 10

  /// Returns the largest of three sizes that a digest may show.
  private func reduced(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > Self.light else { return bytes }
    for width in [2 * Self.widest, Self.widest, Self.widest / 2] {
      if let reduced = reducedPicture(bytes, to: width), reduced.count <= kilobytes * 1_024 { return reduced }
    }
    return bytes
  }

  private static func scaled(_ size: ImageSize) -> ImageSize {
    guard size.width > widest else { return size }
    return ImageSize(width: widest, height: max(1, size.height * widest / size.width))
  }

  /// Returns the targets of a note's links, by their destinations. A note is looked up once for all its pictures.
  private func targets(in note: NotePath) -> [String: NotePath] {
    known.last.withLock { last in
      if let last, last.note == note { return last.targets }
      let links = (try? workspace.index.links(from: note)) ?? []
      let targets = Dictionary(
        links.map { (percentDecoded($0.destination), $0.target) }, uniquingKeysWith: { first, _ in first }
      ).compactMapValues(\.self)
      last = (note, targets)
      return targets
    }
  }

  private final class KnownTargets: Sendable {
    let last = Mutex<(note: NotePath, targets: [String: NotePath])?>(nil)
    let omitted = Mutex<Set<NotePath>>([])
    private let shown = Mutex<[NotePath: Int]>([:])

    func mayShow(_ path: NotePath, _ size: Int, limit: Int, bytes: Int) -> Bool {
      shown.withLock { shown in
        guard shown[path] == nil else { return true }
        guard shown.count < limit, shown.values.reduce(size, +) <= bytes else { return false }
        shown[path] = size
        return true
      }
    }
  }
}
