import ByteBasics
import NoteModel
import Wording

extension Profile {
  static let logseq = Profile(
    "logseq", "Logseq", marks: [ProfileMark("logseq/config.edn")],
    rules: {
      $0.takesTitleFromHeading = false
      $0.decodesPageNames = true
      $0.readsOutlines = true
      $0.keepsLineBreaks = true
      $0.countsMissingPages = false
      $0.readers = ["outline"]
    }, adopt: LogseqSettings.read, excludes: LogseqSettings.excludedFiles,
    reading: Message(
      "page names A___B, title::, alias::, tags::, journals, TODO and DOING, ((blocks)); links to pages without a file are not problems; fmt only by name",
      ko:
        "페이지 이름 A___B, title::, alias::, tags::, 일지, TODO와 DOING, ((블록)). 파일이 없는 페이지로 가는 링크는 문제로 보지 않음. fmt는 이름을 지정할 때만"
    ))
}

/// The settings of `logseq/config.edn` about a graph.
private enum LogseqSettings {
  private static let file = "logseq/config.edn"
  private static let publishing = ":publishing/all-pages-public?"

  static func excludedFiles(in graph: ProgramFolder) throws -> [ExcludedFiles] {
    guard let settings = graph.text(file).map(EDNText.init), settings.isWhole else {
      throw UnreadExclusions(graph.base + file)
    }
    let isPrivate = !graph.base.isEmpty && !settings.flag(publishing)
    return [
      ExcludedFiles(graph.base + file + ": " + publishing, isPrivate ? graph.anywhere(["*"]) : [], .unlessAsked),
      // Former versions of pages are in the folder of the settings.
      ExcludedFiles(
        graph.base + file + ": :hidden",
        (["logseq/"] + settings.texts(":hidden")).map { ExcludedFiles.beginning(graph.base + $0.drop { $0 == "/" }) }),
    ]
  }

  static func read(_ graph: ProgramFolder, into adopted: inout AdoptedSettings) {
    guard let settings = graph.text(file).map(EDNText.init) else { return }
    func source(_ key: String) -> String { graph.base + file + ": " + key }
    let pages = settings.text(":pages-directory") ?? "pages"
    let journals = settings.text(":journals-directory") ?? "journals"
    adopted.adopt("folders.memo", graph.path(pages), from: source(":pages-directory"))
    adopted.adopt("folders.attachments", graph.path("assets"), from: graph.base + file)
    adopted.adopt("folders.diary", graph.path(journals), from: source(":journals-directory"))
    adopted.adopt("folders.tasks", "", from: graph.base + file)
    let key = ":journal/file-name-format"
    let format = settings.text(key) ?? "yyyy_MM_dd"
    if let pattern = DateLetters.java.pattern(format) {
      adopted.adopt("diary.path", graph.path(journals) + "/" + pattern + ".md", from: source(key))
    }
    let titleKey = ":journal/page-title-format"
    if let title = DateLetters.java.pattern(settings.text(titleKey) ?? "MMM do, yyyy") {
      adopted.adopt("diary.title", title, from: source(titleKey))
    }
    adopted.adopt("links.style", "wiki", from: graph.base + file)
    if !settings.flag(publishing) { adopted.adopt("site.default", "private", from: source(publishing)) }
    let hidden = settings.texts(":hidden").map { "/" + graph.path($0) }
    adopted.adopt(
      "ignore", .list(["/\(graph.base)logseq/"] + hidden),
      from: hidden.isEmpty ? graph.base + file : source(":hidden"))
  }
}

/// A settings file in EDN, as far as texts, lists of texts and `true` go.
private struct EDNText {
  private let text: String
  let isWhole: Bool

  init(_ text: String) {
    let settings = SettingsDocument.withoutComments(Array(text.utf8), comment: ";")
    self.text = String(decoding: settings.text, as: UTF8.self)
    // Two marks take out two forms, wherever these end.
    isWhole = settings.isWhole && self.text.firstMatch(of: /#_\s*#_/) == nil
  }

  /// Returns the text from each value of a key on; `#_` in front of a key takes it out.
  private func values(_ key: String) -> [Substring] {
    var last = text.startIndex
    var isOutside = true
    return text.ranges(of: key).filter { range in
      let quotes = text.utf8[last..<range.lowerBound].count { $0 == ASCII.doubleQuote }
      isOutside = isOutside == quotes.isMultiple(of: 2)
      last = range.lowerBound
      let after = text[range.upperBound...].first
      return isOutside
        && text[..<range.lowerBound].suffix(20).split(whereSeparator: \.isWhitespace).last?.hasSuffix("#_") != true
        && after.map { " \t\r\n,[#\"".contains($0) } ?? false
    }.map { text[$0.upperBound...].drop { $0.isWhitespace || $0 == "," } }
  }

  func flag(_ key: String) -> Bool {
    let values = values(key)
    return !values.isEmpty && values.allSatisfy { $0.prefix { $0.isLetter || $0 == "-" } == "true" }
  }

  func text(_ key: String) -> String? {
    guard let value = values(key).first, value.first == "\"" else { return nil }
    let text = value.dropFirst().prefix { $0 != "\"" }
    return text.isEmpty ? nil : String(text)
  }

  /// Returns the texts of lists and sets.
  func texts(_ key: String) -> [String] {
    var end = text.startIndex
    return values(key).filter { $0.hasPrefix("[") || $0.hasPrefix("#{") }.flatMap { value -> [String] in
      // A list in another ends with the other at the latest.
      guard value.startIndex >= end else { return [] }
      let list = value.prefix { !"]}".contains($0) }
      end = list.endIndex
      let parts = list.split(separator: "\"", omittingEmptySubsequences: false)
      return stride(from: 1, to: parts.count - 1, by: 2).map { String(parts[$0]) }
    }
  }
}
