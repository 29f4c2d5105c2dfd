import ByteBasics
package import NoteActions
import NoteInterchange
import NoteRepository
import Wording

package enum PandocConversion {
  /// The formats of `export --to` besides our own, if pandoc is installed.
  package static let targets = ["docx", "odt", "pdf", "rst", "latex"]

  private static func checkIsInstalled(_ programs: ProgramRunner) throws {
    guard programs.has("pandoc") else {
      throw Problem(
        .failure, Message("pandoc is not installed", ko: "설치되지 않은 프로그램입니다: pandoc"),
        hint: Message("Install pandoc, for example with “apt install pandoc”.", ko: "apt install pandoc 명령으로 설치하세요."))
    }
  }

  /// Converts documents to Markdown, in a folder that also receives their pictures; `report.docx` becomes
  /// `report.docx.md`.
  ///
  /// A document may name other files and web pages; pandoc reads only the document itself.
  ///
  /// - Parameter locations: Absolute paths of files.
  /// - Returns: The files that were not read.
  /// - Throws: ``Problem`` if none could be read.
  static func convert(
    _ locations: [String], into folder: PrivateFolder, _ programs: ProgramRunner
  ) throws -> [ImportProblem] {
    var problems: [ImportProblem] = []
    var failures: [Problem] = []
    try checkIsInstalled(programs)
    let filterPath = folder.path + "/.filter.lua"
    try OutputFile.write(Array(Self.filter.utf8), to: filterPath)
    var taken: Set<String> = []
    for location in locations {
      let written = location.split(separator: "/").last.map(String.init) ?? "document"
      // Documents of one name, from several folders.
      var name = written
      var number = 1
      while !taken.insert(name).inserted {
        number += 1
        let dot = written.lastIndex(of: ".") ?? written.endIndex
        name = written[..<dot] + " \(number)" + written[dot...]
      }
      let target = "\(folder.path)/\(name).md"
      try Repository.refuseLinkLeadingElsewhere(location)
      let outcome = try programs.run(
        "sh",
        limits + [
          "--to=gfm+tex_math_dollars", "--wrap=none", "--lua-filter=" + filterPath,
          "--extract-media=\(folder.path)/\(name)", "--output=" + target, "--", location,
        ])
      guard outcome.status == 0 else {
        let failure = pandocFailure(location, outcome.errors)
        problems.append(ImportProblem(.skipped, at: ImportPosition(file: written), failure.explanation))
        failures.append(failure)
        continue
      }
      problems += refusals(outcome.errors, in: written)
      try shortenLinks(in: target, to: folder)
    }
    if failures.count == locations.count, let failure = failures.first { throw failure }
    return problems
  }

  /// Starts pandoc where it can read nothing but its arguments, for at most two minutes of computing and with at most
  /// 1 GB of memory.
  static let limits = [
    "-c", "ulimit -t 120; exec \"$@\"", "sh", "pandoc", "+RTS", "-M1g", "-RTS", "--sandbox",
  ]

  /// Returns a problem for each file that pandoc was kept from: `[WARNING] Could not load include file a.rst …`.
  private static func refusals(_ errors: String, in document: String) -> [ImportProblem] {
    errors.split(separator: "\n").filter { $0.hasPrefix("[WARNING] Could not ") }.map { line in
      let reason = line.dropFirst("[WARNING] ".count)
      return ImportProblem(
        .changed, at: ImportPosition(file: document),
        Message("Other files are not read: \(reason)", ko: "문서 밖의 파일은 읽지 않습니다(\(reason))"))
    }
  }

  /// gfm has no sizes for pictures and no sections, and would write HTML. The places of links stay.
  private static let filter = """
    local linked = {}
    local function place(id) return linked[id] and {pandoc.Plain{pandoc.Span({}, pandoc.Attr(id))}} or {} end
    local changes = {
      Image = function(image) image.attr = pandoc.Attr() return image end,
      Span = function(span) if #span.content == 0 and not linked[span.identifier] then return {} end end,
      Div = function(div)
        if div.classes:includes("section") then return pandoc.Blocks(place(div.identifier)) .. div.content end
      end,
    }
    function Pandoc(document)
      document:walk{Link = function(link) if link.target:sub(1, 1) == "#" then linked[link.target:sub(2)] = true end end}
      return document:walk(changes)
    end

    """

  /// Pictures are named by their whole path; links in the folder are relative.
  private static func shortenLinks(in file: String, to folder: PrivateFolder) throws {
    var text = String(decoding: try readFile(file), as: UTF8.self)
    for prefix in [folder.path, percentEncoded(folder.path, " ", escapesUnicode: false)] {
      text = text.replacing(prefix + "/", with: "")
    }
    try OutputFile.write(Array(text.utf8), to: file)
  }

  /// Puts a zero-width space before a text that begins like a directive of reStructuredText (`.. include::`), because pandoc
  /// writes the text as it is.
  private static func withoutDirectives(_ page: [UInt8]) -> [UInt8] {
    ["<p>", "<li>", "<dd>", "<td>", "<br />", "<br />\n", "<br>\n"].reduce(page) { page, tag in
      page.replacing(Array((tag + "..").utf8), with: Array((tag + "\u{200B}..").utf8))
    }
  }

  /// Makes a document of a page of HTML that has its pictures inside.
  ///
  /// - Parameters:
  ///   - page: If it cites works it has the marks of `citations`.
  ///   - output: The absolute path of the document, whose ending says its format.
  ///   - format: One of ``targets``.
  ///   - citations: Pandoc writes them, and a list of the works.
  package static func write(
    _ page: [UInt8], to output: String, format: String, _ citations: PandocCitations?, temporary: String,
    _ programs: ProgramRunner
  ) throws {
    try checkIsInstalled(programs)
    let target = format == "pdf" ? [] : ["--to=\(format)"]
    try PrivateFolder.with(in: temporary) { folder in
      let source = folder.path + "/export.html"
      try OutputFile.write(format == "rst" ? Self.withoutDirectives(page) : page, to: source)
      let cited = try citations?.options(in: folder, programs) ?? []
      let outcome = try programs.run(
        "pandoc",
        // The first heading is the title; a section would hide its text from the reader of odt.
        ["--from=html-native_divs", "--standalone", "--metadata=title:"] + target + cited
          + ["--output=\(output)", "--", source])
      guard outcome.status == 0 else { throw pandocFailure(output, outcome.errors) }
    }
  }
}

/// Returns the error for a file that pandoc does not convert.
///
/// - Parameter errors: The words of pandoc, whose first line is the reason.
func pandocFailure(_ path: String, _ errors: String) -> Problem {
  let first = errors.split(separator: "\n").first.map(String.init) ?? ""
  return Problem(
    .failure, Message("pandoc cannot convert \(path): \(first)", ko: "pandoc으로 변환할 수 없습니다: \(path)(\(first))"))
}
