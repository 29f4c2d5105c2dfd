import ByteBasics
import SheafSite
import Wording

/// The names that `--map` gives.
enum ImportMapping {
  /// Our fields with their names: `title=subject`.
  static func read(_ pairs: [String]) throws -> [String: String] {
    var map: [String: String] = [:]
    for pair in pairs {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else {
        throw UsageError(
          Message(
            "--map takes FIELD=SOURCE, not “\(pair)”", ko: "--map은 필드=원본필드 형식이어야 합니다: “\(pair)”"),
          hint: Message("sheaf import --map title=subject", ko: "sheaf import --map title=subject"))
      }
      map[String(sides[0])] = String(sides[1])
    }
    return map
  }
}
