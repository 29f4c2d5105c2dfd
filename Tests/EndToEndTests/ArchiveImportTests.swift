import Foundation
import NoteTestSupport
import Testing

/// Archives as the built program unpacks them; what was unpacked has to last until it is read.
@Suite struct ArchiveImportTests {
  private let program: BuiltProgram
  private let outside: TemporaryFolder

  init() throws {
    program = try BuiltProgram()
    outside = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/notes", withIntermediateDirectories: true)
    #expect(try program.run(["init"]).status == 0)
    for number in 0..<200 {
      try outside.write("# Note \(number)\n\n![](p.png)\n", to: "in/n\(number).md")
    }
    try outside.write([0x89, 0x50, 0x4E, 0x47], to: "in/p.png")
  }

  private func importing(_ format: String, _ file: String) throws {
    let temporary = outside.path + "/tmp"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let run = try program.run(
      ["import", "--from", format, outside.path + "/" + file, "--in", "X"],
      environment: ["TMPDIR": temporary])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 200, "\(run.errors)")
    #expect(program.folder.files().contains("notes/X/assets/p.png"))
    #expect(try fileNames(temporary) == [])
  }

  private func fileNames(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test func `the files of a tar file are imported, and nothing is left of it`() throws {
    let run = try ProgramRun.run(
      "/usr/bin/tar", ["-c", "-z", "-f", "a.tgz", "-C", "in", "."], in: outside.path)
    #expect(run.status == 0, "\(run.errors)")
    try importing("text", "a.tgz")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
      "python3 is not installed"))
  func `the files of a zip file are imported, and nothing is left of it`() throws {
    let run = try ProgramRun.run(
      "/usr/bin/python3", ["-m", "zipfile", "-c", "a.zip", "in/"], in: outside.path)
    #expect(run.status == 0, "\(run.errors)")
    try importing("text", "a.zip")
  }

  /// An entry that declares 10 bytes and has 256 MB, and more entries than a folder of notes has.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
      "python3 is not installed"),
    arguments: [("lie.zip", 1 as Int32, "lie.md"), ("many.tar.gz", 65, "200000 files")])
  func `nothing is left of a hostile archive`(
    archive: String, status: Int32, report: String
  ) throws {
    let script = """
      import struct, tarfile, zipfile
      if '\(archive)' == 'lie.zip':
        with zipfile.ZipFile('lie.zip', 'w', zipfile.ZIP_DEFLATED) as z:
          with z.open('lie.md', 'w') as f:
            for _ in range(256): f.write(b'quokka. ' * (1 << 17))
        data = bytearray(open('lie.zip', 'rb').read())
        struct.pack_into('<I', data, data.find(b'PK\\x01\\x02') + 24, 10)
        struct.pack_into('<I', data, data.find(b'PK\\x03\\x04') + 22, 10)
        open('lie.zip', 'wb').write(data)
      else:
        with tarfile.open('many.tar.gz', 'w:gz', compresslevel=1) as t:
          for number in range(200_001): t.addfile(tarfile.TarInfo(f'{number}.md'))
      """
    let made = try ProgramRun.run("/usr/bin/python3", ["-c", script], in: outside.path)
    #expect(made.status == 0, "\(made.errors)")
    let temporary = outside.path + "/tmp"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let before = program.folder.files()
    let run = try program.run(
      ["import", "--from", "text", outside.path + "/" + archive, "--in", "X"],
      environment: ["TMPDIR": temporary])
    #expect(run.status == status, "\(run)")
    #expect(run.errors.contains(report), "\(run)")
    #expect(try fileNames(temporary) == [])
    #expect(program.folder.files().filter { $0.hasSuffix(".md") } == before.filter { $0.hasSuffix(".md") })
  }

  @Test(arguments: ["INT", "TERM", "HUP"])
  func `nothing is left in the temporary folder when a signal ends a conversion`(signal: String)
    throws
  {
    try program.folder.writeProgram("kill -\(signal) $PPID\nread line", to: "bin/pandoc")
    try program.folder.writeProgram("", to: "tmp/made")
    let run = try program.shell(
      "PATH=$PWD/bin:$PATH TMPDIR=$PWD/tmp env --default-signal=\(signal) sh -c '\"$SHEAF\" import --from pandoc \(outside.path)/in/n1.md'; echo ended $?"
    )
    #expect(["ended 130\n", "ended 143\n", "ended 129\n"].contains(run.output), "\(run)")
    #expect(try fileNames(program.folder.path + "/tmp") == ["made"])
  }
}
