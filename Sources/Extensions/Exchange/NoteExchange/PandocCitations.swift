import ByteBasics
package import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
package import Wording

/// The citations of a page as pandoc gets them: it makes them by its style, with a list of the works.
///
/// A field of a bibliography can name files, and a citation may be any Markdown. So the works become CSL-JSON, which is
/// data that cannot make pandoc read another file, and of a citation only its keys and words are taken.
package struct PandocCitations {
  private let passed: PassedCitations
  private let workspace: Workspace
  private let language: Language

  /// - Returns: nil if nothing is cited.
  package init?(_ passed: PassedCitations, of workspace: Workspace, _ language: Language) {
    guard !passed.texts.isEmpty else { return nil }
    self.passed = passed
    self.workspace = workspace
    self.language = language
  }

  /// Writes the files that pandoc's options name into `folder`, and returns the options.
  func options(in folder: PrivateFolder, _ programs: ProgramRunner) throws -> [String] {
    let (filter, list) = (folder.path + "/cite.lua", folder.path + "/citations")
    try OutputFile.write(Array(Self.filter.utf8), to: filter)
    let texts = passed.texts.map { $0.replacing(Self.separator, with: "") + Self.separator }
    try OutputFile.write(Array(texts.joined().utf8), to: list)
    let title = Message("Works cited", ko: "참고 문헌").text(in: language)
    let bibliographies = try passed.files.enumerated().map { number, file in
      "--bibliography=" + (try works(of: file, number, in: folder, programs))
    }
    return [
      "--lua-filter=" + filter, "--metadata=citations-file:" + list, "--citeproc",
      "--metadata=reference-section-title:" + title,
    ] + bibliographies
  }

  /// Writes the works of a file that are cited as CSL-JSON.
  ///
  /// - Returns: The path of the written file.
  private func works(
    of file: NotePath, _ number: Int, in folder: PrivateFolder, _ programs: ProgramRunner
  ) throws -> String {
    let target = "\(folder.path)/works\(number).json"
    let works = Bibliography.excerpt(
      of: try workspace.files.read(file), in: file.fileName, keys: passed.keys[file] ?? [])
    switch works {
    case .csl(let bytes): try OutputFile.write(bytes, to: target)
    case .bibLaTeX(let bytes):
      let source = "\(folder.path)/works\(number).bib"
      try OutputFile.write(bytes, to: source)
      let outcome = try programs.run(
        "sh", PandocConversion.limits + ["--from=biblatex", "--to=csljson", "--output=" + target, "--", source])
      guard outcome.status == 0 else { throw pandocFailure(file.string, outcome.errors) }
    }
    return target
  }

  private static let separator = "\u{E0F2}"

  /// Puts a citation in the place of each mark.
  private static let filter = String(decoding: PackageResources.cite_lua, as: UTF8.self)
    .replacing("MARK", with: String(PassedCitations.mark)).replacing("SEPARATOR", with: separator)
}
