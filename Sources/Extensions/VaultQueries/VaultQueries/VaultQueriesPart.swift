import NoteModel
package import SheafCommands
import Wording

extension Program.Part {
  /// The queries of Obsidian's Dataview, Tasks and Bases, which notes of a vault contain.
  package static let vaultQueries: Program.Part = {
    var part = Program.Part()
    part.queryReaders = [VaultQuery.reader]
    part.shownFiles = [".base": { answers, path, view in try VaultQuery.document(ofBase: path, view: view, answers) }]
    part.manualTables = ["vault-queries": manual]
    return part
  }()
}

/// Returns the part of sheaf-query(7) about these queries, with their functions.
@Sendable private func manual(in language: Language) -> String {
  let page = language == .korean ? PackageResources.vault_queries_ko_7 : PackageResources.vault_queries_7
  let tables = ["dataview": DataviewFunctions.groups, "bases": BasesFunctions.groups]
  return tables.reduce(String(decoding: page, as: UTF8.self)) { text, table in
    let items = table.value.map { title, functions in
      let names = functions.map { ".Ql " + Mdoc.escaped($0.usage) }.joined(separator: " ,\n")
      return ".It \(Mdoc.escaped(title.text(in: language)))\n\(names)\n"
    }
    return text.replacing(".\\\" @\(table.key)-functions\n", with: items.joined())
  }
}
