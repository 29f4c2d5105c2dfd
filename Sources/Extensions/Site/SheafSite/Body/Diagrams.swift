import ByteBasics
package import NoteModel
import NoteRepository
import Synchronization

/// Pictures of diagrams in code blocks, drawn by the user's programs: source in, SVG out.
///
/// A page contains a drawing as a picture with a `data:` address. Browsers do not run scripts or load files for such a
/// picture, so a program's output cannot act in the page, and the policy of the pages need not change. Drawings are
/// cached by content.
package final class DiagramStore: Sendable {
  /// The result of drawing a diagram.
  package enum Answer: Sendable {
    case drawing([UInt8])
    case failed(reason: String)
  }

  private struct State {
    var failures: [NotePath: Set<String>] = [:]
    var failed: [String: String] = [:]
  }

  private let folder: String?
  private let lines: [String: String]
  private let draw: @Sendable (_ language: String, _ source: String) -> Answer
  /// The script that draws diagrams in the browser if no program does; nil if it is not installed.
  let script: DiagramScript?
  private let state = Mutex(State())

  /// Diagrams stay code.
  package static let none = DiagramStore(folder: nil, lines: [:]) { _, _ in .failed(reason: "") }

  /// A drawing that is larger stays code: every page with it would be as large.
  package static let limit = 1 << 20

  /// - Parameters:
  ///   - folder: The folder that stores the drawings.
  ///   - lines: The command lines, by the first word of a fence.
  ///   - script: Draws in the browser the diagrams that no program draws.
  ///   - draw: Runs one of them.
  package init(
    folder: String?, lines: [String: String], script: DiagramScript? = nil,
    draw: @escaping @Sendable (_ language: String, _ source: String) -> Answer
  ) {
    self.folder = folder.map { $0 + "/diagrams" }
    self.lines = lines
    self.script = script
    self.draw = draw
  }

  /// Changes when pages may.
  func combine(into hash: inout ContentHash) {
    for (language, line) in lines.sorted(by: { $0.key < $1.key }) {
      hash.combine(language + "\t" + line)
    }
    hash.combine(script == nil ? 0 : 1)
  }

  /// Returns the address of the picture of a diagram in `note`. Nil if the fence is shown as code.
  package func address(of source: String, in language: String, of note: NotePath) -> String? {
    guard let line = lines[language] else { return nil }
    let name = Self.name(language, line, source)
    if let folder, let bytes = try? readFile(folder + "/" + name), Self.isDrawing(bytes) {
      return Self.address(bytes)
    }
    if let reason = state.withLock({ $0.failed[name] }) { return fail(reason, language, note) }
    switch draw(language, source) {
    case .drawing(let bytes) where Self.isDrawing(bytes):
      if let folder { writeStateFile(folder, name, bytes) }
      return Self.address(bytes)
    case .drawing(let bytes):
      let reason = bytes.count > Self.limit ? "more than 1 MB" : "no SVG"
      state.withLock { $0.failed[name] = reason }
      return fail(reason, language, note)
    case .failed(let reason):
      state.withLock { $0.failed[name] = reason }
      return fail(reason, language, note)
    }
  }

  /// Returns true for a fence that stays code on the page and is drawn when a reader comes near.
  func isDrawnInBrowser(_ language: String) -> Bool {
    script != nil && language == DiagramScript.language && lines[language] == nil
  }

  /// Languages whose fences are diagrams.
  package var languages: Set<String> { Set(lines.keys) }

  /// The reasons for which diagrams stayed code although there is a program for them, by note.
  package var failures: [(note: NotePath, reasons: [String])] {
    state.withLock {
      $0.failures.map { ($0.key, $0.value.sorted()) }.sorted { $0.note < $1.note }
    }
  }

  private func fail(_ reason: String, _ language: String, _ note: NotePath) -> String? {
    state.withLock { _ = $0.failures[note, default: []].insert("\(language): \(reason)") }
    return nil
  }

  private static func name(_ language: String, _ line: String, _ source: String) -> String {
    MD5.hexadecimal(Array("\(language)\n\(line)\n\(source)".utf8)) + ".svg"
  }

  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    bytes.count <= limit && ByteSearch(Array("<svg".utf8))?.place(in: bytes, from: 0) != nil
      && String(validating: bytes, as: UTF8.self) != nil
  }

  private static func address(_ bytes: [UInt8]) -> String {
    PictureFile.dataAddress(bytes, mediaType: "image/svg+xml")
  }
}

/// Mermaid's published script, part of a site only where a page has one of its diagrams.
///
/// The script writes inline styles, which the policy of pages forbids. The script therefore runs in a frame without an
/// origin and with a separate policy, gets the source of a diagram, and returns a picture. The policy of the page is
/// unchanged.
package struct DiagramScript: Sendable {
  /// The first word of its fences.
  static let language = "mermaid"
  /// The file, with the licence at its head.
  private let path: String

  /// - Parameter path: The path of the installed script; nothing is read before it is used.
  package init(path: String) { self.path = path }

  static let framePath = "diagram.html"
  static let scriptPath = "mermaid.js"
  /// The path of the script in the page around the frame.
  private static let askingPath = "diagram.js"
  /// The paths of ``files``.
  static let paths = [framePath, askingPath, scriptPath]

  /// The files that a site needs of it; empty if the script cannot be read.
  var files: [SiteFile] {
    guard let script = try? readFile(path) else { return [] }
    let frame = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="robots" content="noindex">
      <title>Mermaid</title>
      </head>
      <body>
      <main><h1>Mermaid</h1></main>
      <script>\(Self.frameScript)</script>
      </body>
      </html>

      """
    return [
      SiteFile(path: Self.framePath, bytes: Array(frame.utf8)),
      SiteFile(path: Self.askingPath, bytes: Array(CompactText.script(DefaultTheme.diagramScript).utf8)),
      SiteFile(path: Self.scriptPath, bytes: script),
    ]
  }

  private static let frameScript = CompactText.script(DefaultTheme.diagramFrameScript)

  /// The Content-Security-Policy of the frame.
  static let policy =
    "default-src 'none'; script-src \(PageSecurity.hash(frameScript)) 'strict-dynamic'; "
    + "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
}
