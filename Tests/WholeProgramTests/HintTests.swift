import ArgumentParser
import ByteBasics
import Foundation
import NoteTestSupport
import Testing
import Wording

@testable import SheafCommands

/// The command lines in messages, helps and manual pages are lines that this version reads.
@Suite(.wholeProgram) struct HintTests {
  private static let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path + "/Sources"

  /// Old spellings, and heads of files.
  private static let others = [
    "OldSpellings.swift", "PreCommitHook.swift", "SiteManifest.swift", "JournalCoding.swift",
  ]

  /// The texts of a folder's files with these endings, by path.
  private static func texts(_ endings: [String]) throws -> [(path: String, text: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: root).sorted().filter { path in
      endings.contains { path.hasSuffix($0) }
    }.map { ($0, try String(contentsOfFile: root + "/" + $0, encoding: .utf8)) }
  }

  /// The lines of a text in which a word is: few, so that the expressions read only these.
  private static func lines(of text: String, with word: String) throws -> [String] {
    let bytes = Array(text.utf8)
    let search = try #require(ByteSearch(Array(word.utf8)))
    var lines: [String] = []
    var start = 0
    while let place = search.place(in: bytes, from: start) {
      let head = bytes[..<place].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
      start = bytes[place...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
      lines.append(String(decoding: bytes[head..<start], as: UTF8.self))
    }
    return lines
  }

  /// A line of Swift with `3` in the place of each value.
  private static func withoutValues(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let start = rest.firstRange(of: "\\(") {
      result += rest[..<start.lowerBound] + "3"
      var depth = 1
      var index = start.upperBound
      while index < rest.endIndex, depth > 0 {
        depth += rest[index] == "(" ? 1 : rest[index] == ")" ? -1 : 0
        index = rest.index(after: index)
      }
      rest = rest[index...]
    }
    return result + rest
  }

  /// The command lines in a line of a text: between quotation marks, after a colon, and a whole string.
  private static func commands(in line: String) -> [String] {
    let quoted = line.matches(of: /“sheaf ([a-z][^”“]*)”/).map { String($0.1) }
    let bare = line.matches(of: /(?:: |")sheaf ([a-z][^"”“]*)"/).map { String($0.1) }
    return quoted + bare.flatMap { $0.split(separator: ", or sheaf ").map(String.init) }
  }

  private static func words(_ line: String) -> [String] {
    line.replacing("\"", with: "'").split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  /// The mistake in a command line; nil if the parser reads it. A name alone stands for its command.
  private static func mistake(in line: String) -> String? {
    let given = words(line.trimmingCharacters(in: CharacterSet(charactersIn: ". )")))
    let command = given.prefix { $0 != "&&" && $0 != "\\e" }
    let words = command.filter { !["--yes", "--quiet", "-q"].contains($0) }
    // A placeholder is no value.
    guard let first = words.first, !words.contains(where: { ["EDITOR", "편집기"].contains($0) }) else { return nil }
    do {
      try OldSpelling.check(words)
      if first == "help" {
        guard let topic = words.dropFirst().first, topic.allSatisfy({ $0.isLowercase && $0.isASCII }) else {
          return nil
        }
        return Program.current.command(named: topic) == nil && !ManualText.topics.contains(topic) ? "no topic" : nil
      }
      try CommandName.check(words)
      guard CommandName.commands(in: words).count <= words.count else { return nil }
      _ = try SheafCommand.parsed(WordScanner.read(words))
      return nil
    } catch let error as UsageError {
      return error.explanation.english
    } catch {
      let message = SheafCommand.message(for: error)
      // A line that is to be completed.
      let isBeginning = ["help", "Missing ", "No regular expression given"].contains { message.contains($0) }
      return isBeginning ? nil : message
    }
  }

  @Test func `every command line in a message is read`() throws {
    var count = 0
    for (path, text) in try Self.texts([".swift"]) where !Self.others.contains(where: path.hasSuffix) {
      for line in try Self.lines(of: text, with: "sheaf ") where !line.contains("///") {
        for command in Self.commands(in: Self.withoutValues(line)) {
          count += 1
          if let mistake = Self.mistake(in: command) { Issue.record("\(path): sheaf \(command): \(mistake)") }
        }
      }
    }
    #expect(count > 200)
  }

  @Test func `every example of a help and every command line of the manual is read`() throws {
    var count = 0
    for (path, text) in try Self.texts([".txt", ".1", ".5", ".7"]) {
      for line in try Self.lines(of: text, with: "sheaf ") {
        let plain = line.replacing("\\(lq", with: "“").replacing("\\(rq", with: "”").replacing("\\-", with: "-")
        let isIndented = !path.hasSuffix(".txt") || plain.hasPrefix("  ")
        // What stands after two spaces explains the line.
        let example =
          plain.firstMatch(of: /^(?:  |\$ )?sheaf ([a-z].*?)(?:  .*)?$/).map { [String($0.1)] }?
          .filter { isIndented && !$0.contains { "|<>#$".contains($0) } } ?? []
        for command in Self.commands(in: plain) + example {
          count += 1
          if let mistake = Self.mistake(in: command) { Issue.record("\(path): sheaf \(command): \(mistake)") }
        }
      }
    }
    #expect(count > 200)
  }

  /// An option that messages name is one of a command.
  @Test func `every long option in a message exists`() throws {
    let commands = Program.current.groups.flatMap(\.subcommands).flatMap { [$0] + $0.configuration.subcommands }
    let declared = Set(commands.flatMap { CommandArguments($0).longOptions } + GlobalOptions.catalogue.flatMap(\.names))
    #expect(declared.count > 80)
    // Of git and other programs, and of every command.
    let others: Set = [
      "--help", "--version", "--user", "--edit-description", "--system", "--abort", "--add", "--bibliography",
      "--citeproc", "--allow-unrelated-histories", "--continue", "--global", "--local", "--no-rebase", "--renormalize",
      "--skip", "--soft", "--file", "--wait",
    ]
    for (path, text) in try Self.texts([".swift"]) where !path.hasSuffix("OldSpellings.swift") {
      for line in try Self.lines(of: text, with: "--")
      where line.contains(/Message\(|ko: "|localized\(/) && !line.contains("///") {
        for found in line.matches(of: /(?:^|[ "“])(--[a-z][a-z-]+)/) where !others.contains(String(found.1)) {
          #expect(declared.contains(String(found.1)), "\(path): \(found.1)")
        }
      }
    }
  }
}
