package import Foundation

/// Chromium without a window, cut off from every network.
package enum HeadlessBrowser {
  /// The first installed one; nil if there is none.
  package static let program = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The document of a page in a file after its scripts have run, as HTML.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folder: For the browser's own files.
  ///   - options: Further ones of the browser's.
  /// - Returns: HTML.
  /// - Throws: An error if the browser cannot be started.
  package static func document(
    ofFile path: String, in folder: TemporaryFolder, options: [String] = []
  ) throws -> String {
    try output(["--dump-dom"] + options, address: "file://" + path, in: folder)
  }

  /// The same of a page on this machine's own network.
  package static func document(at address: String, in folder: TemporaryFolder) throws -> String {
    try output(["--dump-dom"], address: address, in: folder)
  }

  /// A picture of a page in a file, in a window of 900 × 500, without movement.
  ///
  /// - Parameters:
  ///   - address: The file, with `#` and a place where the window is to be there.
  ///   - folder: For the browser's own files and the picture.
  /// - Returns: A PNG file.
  /// - Throws: An error if the browser cannot be started or makes no picture.
  package static func picture(ofFile address: String, in folder: TemporaryFolder) throws -> Data {
    let picture = folder.path + "/picture.png"
    _ = try output(
      ["--window-size=900,500", "--force-prefers-reduced-motion", "--screenshot=" + picture],
      address: "file://" + address, in: folder)
    return try Data(contentsOf: URL(fileURLWithPath: picture))
  }

  /// Every browser of the tests: cut off from networks.
  static let options = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  ]

  private static func output(
    _ options: [String], address: String, in folder: TemporaryFolder
  ) throws -> String {
    let run = try ProgramRun.run(
      program ?? "",
      Self.options + [
        "--enable-logging=stderr", "--log-level=0", "--user-data-dir=" + folder.path + "/profile",
        "--virtual-time-budget=10000", "--timeout=20000",
      ] + options + [address], in: folder.path,
      environment: ["HOME": folder.path])
    // A page that works says nothing on the console.
    let complaints = run.errors.split(separator: "\n").filter { $0.contains(":CONSOLE") }
    guard complaints.isEmpty else { throw ConsoleComplaints(lines: complaints.map(String.init)) }
    return run.output
  }
}

/// What a page said on the console.
package struct ConsoleComplaints: Error {
  package let lines: [String]
}
