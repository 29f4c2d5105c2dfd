import NoteInterchange
package import SheafCommands
import Wording

extension Program.Part {
  /// The exchange of files with other programs: `clip`, `import` and `export`.
  package static let exchange: Program.Part = {
    var part = Program.Part()
    part.commands = [.write: [ClipCommand.self], .exchange: [ImportCommand.self, ExportCommand.self]]
    part.manualPages = [
      ManualPage("sheaf-import.7", PackageResources.sheaf_import_7, ko: PackageResources.sheaf_import_ko_7)
    ]
    part.manualTables = [
      "import-formats": { language in ImportFormat.all.map { described($0, in: language) }.joined() },
      "export-formats": { language in
        ExportFormat.all.map { ".It Ic \($0.name)\n" + Mdoc.sentence($0.summary, in: language) + "\n" }.joined()
      },
    ]
    part.values = [.importFormat: { ImportCommand.formats }, .exportFormat: { ExportTarget.formats }]
    part.afterWriting = { $0.keepCalendarCurrent() }
    return part
  }()
}

private func described(_ format: ImportFormat, in language: Language) -> String {
  let fidelity = format.fidelity
  let rows = [
    (Message("Kept:", ko: "유지:"), fidelity.kept),
    (Message("Changed:", ko: "변경:"), fidelity.changed),
    (Message("Lost:", ko: "손실:"), fidelity.lost),
  ]
  return ".It Ic \(format.name)\n" + Mdoc.sentence(format.summary, in: language) + "\n"
    + rows.map {
      ".br\n\($0.0.text(in: language)) \(Mdoc.sentence($0.1, in: language))\n"
    }.joined()
}
