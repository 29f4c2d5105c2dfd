import Foundation

/// Programs of others that judge a site, in a Python environment that `make test` sets up.
package enum SiteCheckers {
  private static let environment =
    URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path + "/.build/site-checkers"

  package static let python = environment + "/bin/python"

  private static func file(named name: String) -> String? {
    let names = FileManager.default.enumerator(atPath: environment)?.lazy
      .compactMap { $0 as? String }
    return names?.first { $0.hasSuffix("/" + name) }.map { environment + "/" + $0 }
  }

  /// The Nu HTML checker; nil if it or Java is missing.
  package static let validator: String? =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/java") ? file(named: "vnu.jar") : nil

  /// The script that looks for barriers; nil if it is missing.
  package static let accessibilityScript: String? = file(named: "axe.min.js")

  /// The terminal calendar; nil if it is missing.
  package static let calendarProgram: String? = {
    let program = environment + "/bin/khal"
    return FileManager.default.isExecutableFile(atPath: program) ? program : nil
  }()

  /// True if feeds and calendars can be read by the libraries of others.
  package static let readsFeeds: Bool =
    ["feedparser", "icalendar", "jsonschema"].allSatisfy { file(named: $0 + "/__init__.py") != nil }
}
