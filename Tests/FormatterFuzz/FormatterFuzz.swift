import ArgumentParser
import Foundation
import MarkdownFuzzing

/// Formats made-up notes and tells the numbers of those for which the guarantee failed.
///
/// `swift run -c release formatter-fuzz --cases 1000000`
@main struct FormatterFuzz: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "formatter-fuzz", abstract: "Look for notes that the formatter changes wrongly.")
  }

  @Option(help: "Another seed makes other notes.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first note.")
  var first = 0

  @Option(help: "How many notes are made.")
  var cases = 100_000

  @Flag(help: "Print the notes instead of formatting them.")
  var show = false

  @Option(help: "Folders whose Markdown files of up to 2 kB are joined and changed.")
  var samples: [String] = ["Fixtures"]

  mutating func run() throws {
    let texts = samples.flatMap { Self.notes(in: $0) }
    var failures = 0
    for number in first..<(first + cases) {
      let fuzzCase = FuzzCase(seed: seed, number: number, samples: texts)
      if show {
        FileHandle.standardOutput.write(Data(fuzzCase.bytes))
        continue
      }
      let faults = FormatterJudge.faults(of: fuzzCase)
      guard !faults.isEmpty else { continue }
      failures += 1
      let names = faults.map(\.rawValue).joined(separator: ", ")
      print(
        "\(number): \(names):",
        String(decoding: fuzzCase.bytes, as: UTF8.self).debugDescription)
    }
    if show { return }
    print("\(cases) notes, \(texts.count) samples, \(failures) failures")
    if failures > 0 { throw ExitCode(1) }
  }

  private static func notes(in folder: String) -> [[UInt8]] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
      .compactMap { FileManager.default.contents(atPath: folder + "/" + $0).map { Array($0) } }
      .filter { $0.count <= 2_048 }
  }
}
