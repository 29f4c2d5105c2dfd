import Foundation
import NoteMerging
import NoteTestSupport
import Testing

/// The written scenarios. `SHEAF_RECORD=1` writes what comes of them now into the table.
@Suite struct MergeScenarioTests {
  private static let path = fixturesFolder + "/Merging/scenarios.txt"
  private static let table = ScenarioTable(
    reading: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")

  @Test func `there are at least eighty scenarios with different names`() throws {
    let names = Self.table.scenarios.map(\.name)
    #expect(names.count >= 80)
    #expect(Set(names).count == names.count)
    if ProcessInfo.processInfo.environment["SHEAF_RECORD"] == "1" {
      try Self.table.recorded().write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
  }

  @Test(arguments: table.scenarios)
  func `a scenario comes to what the table says`(scenario: MergeScenario) {
    let (verdict, lines) = ScenarioTable.shown(scenario.merged())
    #expect(verdict == scenario.verdict)
    #expect(lines == scenario.result)
  }

  @Test(arguments: table.scenarios)
  func `a side that changed nothing changes nothing`(scenario: MergeScenario) {
    guard let base = scenario.base else { return }
    for side in [scenario.ours, scenario.theirs] {
      for (left, right) in [(base, side), (side, base), (side, side)] {
        var trivial = scenario
        (trivial.ours, trivial.theirs) = (left, right)
        #expect(trivial.merged()?.bytes == side)
      }
    }
  }
}
