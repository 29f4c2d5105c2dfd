import Foundation
import NoteTestSupport
import SafeHTML
import SheafSite
import Testing

/// The styles, scripts and templates that are built into the program, as what they are.
@Suite struct ThemeFilesTests {
  private static let folder =
    URL(filePath: fixturesFolder).deletingLastPathComponent()
    .appending(path: "Sources/Extensions/Site/SheafSite/Theme/Files").path

  private static func files(_ ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }
      .map { folder + "/" + $0 }
  }

  @Test func `every file ends with one line feed, and no line with white space`() throws {
    for file in try Self.files("") {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(file)")
      let lines = text.split(separator: "\n")
      #expect(lines.filter { $0.hasSuffix(" ") || $0.contains("\t") } == [], "\(file)")
    }
  }

  @Test(arguments: ["en/Themes.md", "ko/테마.md"])
  func `the guide lists every variable of every template, and no other`(page: String) throws {
    let guide =
      URL(filePath: fixturesFolder).deletingLastPathComponent().appending(path: "Documentation/Guide").path + "/" + page
    let parts = try String(contentsOfFile: guide, encoding: .utf8).components(separatedBy: "\n## `").dropFirst()
    let templates = SiteTheme.allFiles.filter { $0.name.hasSuffix(".html") }
    #expect(Set(parts.map { String($0.prefix { $0 != "`" }) }) == Set(templates.map(\.name)))
    for (name, text) in templates {
      let used = text.matches(of: /\{\{\{?[#^]?\s*([\w]+(?:\.\w+)*)\s*\}/).map { String($0.output.1) }
        .filter { !$0.hasPrefix("words.") }
      let part = parts.first { $0.hasPrefix(name + "`") } ?? ""
      let listed = part.matches(of: /\n\| `(?:\w+\.)*(\w+)` \|/).map { String($0.output.1) }
      #expect(Set(used) == Set(listed), "\(name)")
    }
  }

  @Test func `every block of a style is closed`() throws {
    let files = try Self.files(".css")
    #expect(files.count == 9)
    for file in files {
      var depth = 0
      for byte in try String(contentsOfFile: file, encoding: .utf8).utf8 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        try #require(depth >= 0, "\(file)")
      }
      #expect(depth == 0, "\(file)")
    }
  }

  private static let node = "/usr/bin/node"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: node), "no node to ask"))
  func `every script can be read`() throws {
    let files = try Self.files(".js")
    #expect(files.count == 8)
    for file in files {
      let result = try ProgramRun.run(Self.node, ["--check", file], in: Self.folder)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }

  @Test func `every template can be read`() throws {
    _ = try SiteTheme { _ in nil }
  }

  @Test func `the script of a page knows the prefix of the places of notes`() throws {
    let script = try String(contentsOfFile: Self.folder + "/site.js", encoding: .utf8)
    #expect(script.contains("getElementById('\(PagePlace.prefix)' + name)"))
  }

  @Test func `the script of a preview asks at the address that the server answers`() throws {
    let script = try String(contentsOfFile: Self.folder + "/preview.js", encoding: .utf8)
    #expect(script.contains("fetch('\(PreviewScript.changesAddress)?path="))
    let page = PreviewScript.marked(Array("<head></head>".utf8), version: "1")
    #expect(script.contains("meta[name=\"sheaf-version\"]"))
    #expect(String(decoding: page, as: UTF8.self).contains("<meta name=\"sheaf-version\""))
  }
}
