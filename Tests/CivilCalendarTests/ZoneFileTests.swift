import CivilCalendar
import Foundation
import Testing

/// Files of the database of zones are read as Foundation reads them.
@Suite struct ZoneFileTests {
  private static let folder = "/usr/share/zoneinfo"

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder + "/Europe/Berlin"), "no database of zones"),
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Sydney", "Europe/Dublin", "Asia/Seoul", "Asia/Tehran",
      "America/Sao_Paulo", "Pacific/Chatham", "Africa/Casablanca", "Asia/Kathmandu", "Australia/Lord_Howe",
      "America/Nuuk", "Etc/GMT+9", "Asia/Gaza",
    ])
  func `a clock has the same offset at every moment`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + name)))
    let zone = try #require(LocalZone.read(bytes, named: name))
    let other = try #require(TimeZone(identifier: name))
    // Every 11 hours from 1950 to 2090; the rule of the file holds for the time after its last change.
    for second in stride(from: -631_152_000, to: 3_786_912_000, by: 39_600) {
      let offset = zone.moment(secondsSinceEpoch: second)?.utcOffsetSeconds
      let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      guard offset != expected else { continue }
      Issue.record("\(name) at \(second): \(offset ?? 0), not \(expected)")
      return
    }
  }

  @Test func `a file that is cut or none at all is no clock`() throws {
    #expect(LocalZone.read([], named: "x") == nil)
    #expect(LocalZone.read(Array("TZif2".utf8) + [UInt8](repeating: 0xFF, count: 200), named: "x") == nil)
    guard let data = FileManager.default.contents(atPath: Self.folder + "/Europe/Berlin") else { return }
    for length in stride(from: 0, to: data.count, by: 7) {
      let zone = LocalZone.read([UInt8](data.prefix(length)), named: "x")
      _ = zone?.moment(secondsSinceEpoch: 1_800_000_000)
    }
  }
}
