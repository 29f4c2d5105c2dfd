import CivilCalendar
import Foundation
import NoteInterchange
import NoteSyntax
import NoteTestSupport
import Wording

/// Takes what an import reads, for tests.
final class ImportCollector: ImportReceiver {
  private(set) var notes: [ImportedNote] = []
  private(set) var problems: [ImportProblem] = []

  func take(_ note: ImportedNote) throws { notes.append(note) }
  func report(_ problem: ImportProblem) { problems.append(problem) }
  func advance(by bytes: Int) {}

  /// `file:line: message`, as a user sees it.
  var report: [String] { problems.map { "\($0.position.text): \($0.message.english)" } }
}

/// Korea's clock.
let options = importOptions()

func importOptions(_ map: [String: String] = [:]) -> ImportOptions {
  let zone = LocalZone.fixed(32_400)
  let now = CivilMoment(
    day: Day(daysSinceEpoch: 20_778), time: .midnight, utcOffsetSeconds: 32_400)
  return ImportOptions(zone: zone, now: now, map: map)
}

/// The notes that a format reads from some files.
func imported(
  _ format: String, _ files: [(path: String, text: String)], map: [String: String] = [:]
) throws -> ImportCollector {
  try imported(
    format, files.map { ImportFile(path: $0.path, bytes: Array($0.text.utf8)) }, map: map)
}

func imported(
  _ format: String, _ files: [ImportFile], map: [String: String] = [:]
) throws -> ImportCollector {
  let collector = ImportCollector()
  try ImportFormat.named(format)?.read(ImportSource(files), importOptions(map), collector)
  return collector
}

/// The files of a folder of the fixtures.
func fixtureFiles(_ folder: String) throws -> [ImportFile] {
  let names =
    FileManager.default.enumerator(atPath: fixturesFolder + "/Exchange/" + folder)?
    .compactMap { $0 as? String } ?? []
  return try names.sorted().compactMap { name in
    var isFolder: ObjCBool = false
    let path = fixturesFolder + "/Exchange/" + folder + "/" + name
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
    else { return nil }
    return ImportFile(path: name, bytes: try readFixture("Exchange/" + folder + "/" + name))
  }
}

extension ImportedNote {
  /// The value of a field, lists with commas.
  func text(_ key: String) -> String? {
    guard let field = fields.first(where: { $0.key == key }) else { return nil }
    switch field.value {
    case .text(let text), .typed(let text): return text
    case .list(let items): return items.joined(separator: ",")
    }
  }

  func kept(_ key: String) -> String? { kept.first { $0.key == key }?.text }
}
