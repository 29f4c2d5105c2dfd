import Wording

/// The manual pages that are files in `Pages`, which are part of the program.
///
/// They are mdoc. A line `.\" @NAME` stands for the ``ManualTable`` of that name; to other readers it is a comment.
enum ManualSources {
  /// English and Korean sources by the name of the page; nil if there is no Korean one.
  private static let all: [(name: String, english: [UInt8], korean: [UInt8]?)] = [
    ("sheaf.1", PackageResources.sheaf_1, PackageResources.sheaf_ko_1),
    ("sheaf-config.5", PackageResources.sheaf_config_5, PackageResources.sheaf_config_ko_5),
    ("sheaf-note.5", PackageResources.sheaf_note_5, nil),
    ("sheaf-adopt.7", PackageResources.sheaf_adopt_7, nil),
    ("sheaf-dates.7", PackageResources.sheaf_dates_7, PackageResources.sheaf_dates_ko_7),
    ("sheaf-editors.7", PackageResources.sheaf_editors_7, nil),
    ("sheaf-git.7", PackageResources.sheaf_git_7, PackageResources.sheaf_git_ko_7),
    ("sheaf-import.7", PackageResources.sheaf_import_7, nil),
    ("sheaf-markdown.7", PackageResources.sheaf_markdown_7, nil),
    ("sheaf-query.7", PackageResources.sheaf_query_7, PackageResources.sheaf_query_ko_7),
    ("sheaf-site.7", PackageResources.sheaf_site_7, PackageResources.sheaf_site_ko_7),
    ("sheaf-tutorial.7", PackageResources.sheaf_tutorial_7, PackageResources.sheaf_tutorial_ko_7),
  ]

  static func pages(in language: Language) -> [(name: String, text: String)] {
    all.compactMap { page in
      (language == .korean ? page.korean : page.english).map {
        (page.name, filled(String(decoding: $0, as: UTF8.self), in: language))
      }
    }
  }

  private static func filled(_ source: String, in language: Language) -> String {
    let mark = ".\\\" @"
    return source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix(mark), let table = ManualTable(rawValue: String(line.dropFirst(mark.count)))
      else { return String(line) }
      return table.lines(in: language)
    }.joined(separator: "\n")
  }
}
