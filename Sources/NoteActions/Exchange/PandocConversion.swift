import ByteBasics
import NoteInterchange
import NoteRepository
import Wording

/// Documents that pandoc reads and writes.
package enum PandocConversion {
  /// What `export --to` takes besides our own formats, where pandoc is installed.
  package static let targets = ["docx", "odt", "pdf", "rst", "latex"]

  /// Makes Markdown of documents, in a new folder that also has their pictures.
  ///
  /// `locations`: Absolute paths of files.
  static func markdown(
    of locations: [String], in temporary: String, _ programs: ProgramRunner
  ) throws -> PrivateFolder {
    guard programs.has("pandoc") else { throw ProgramMissing("pandoc", package: "pandoc") }
    let folder = try PrivateFolder(in: temporary)
    for location in locations {
      let name = location.split(separator: "/").last.map(String.init) ?? "document"
      let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      let outcome = try programs.run(
        "pandoc",
        [
          "--to=gfm", "--wrap=none", "--extract-media=\(folder.path)/\(stem)",
          "--output=\(folder.path)/\(stem).md", "--", location,
        ])
      guard outcome.status == 0 else { throw PandocFailure(path: location, reason: outcome.errors) }
    }
    return folder
  }

  /// Makes a document of Markdown.
  ///
  /// `output`: The absolute path of the document, whose ending says its format.
  package static func write(
    _ markdown: [UInt8], to output: String, format: String, temporary: String,
    _ programs: ProgramRunner
  ) throws {
    guard programs.has("pandoc") else { throw ProgramMissing("pandoc", package: "pandoc") }
    let folder = try PrivateFolder(in: temporary)
    let source = folder.path + "/export.md"
    try OutputFile.write(markdown, to: source)
    let format = format == "pdf" ? [] : ["--to=\(format)"]
    let outcome = try programs.run(
      "pandoc", ["--from=gfm", "--standalone"] + format + ["--output=\(output)", "--", source])
    guard outcome.status == 0 else { throw PandocFailure(path: output, reason: outcome.errors) }
  }
}

/// What pandoc could not do.
struct PandocFailure: ExplainedError {
  let path: String
  let reason: String

  var category: ErrorCategory { .failure }
  var explanation: Message {
    let first = reason.split(separator: "\n").first.map(String.init) ?? ""
    return Message(
      "pandoc cannot convert \(path): \(first)", ko: "pandoc으로 변환할 수 없습니다: \(path)(\(first))")
  }
}
