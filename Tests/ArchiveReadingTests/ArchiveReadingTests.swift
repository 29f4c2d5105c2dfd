import CLibArchive
import HostSystem
import NoteTestSupport
import Testing

@testable import ArchiveReading

/// Archives of other programs, and what damages them.
@Suite struct ArchiveReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The names and bytes of an archive's files.
  private func entries(_ archive: [UInt8]) throws -> [(name: [UInt8], bytes: [UInt8])] {
    try folder.write(archive, to: "archive")
    let descriptor = open(folder.path + "/archive", O_RDONLY)
    defer { close(descriptor) }
    let reader = try ArchiveReader(descriptor, 0..<archive.count)
    var entries: [(name: [UInt8], bytes: [UInt8])] = []
    while let entry = try reader.next() {
      guard entry.kind == .file else { continue }
      var bytes: [UInt8] = []
      try reader.forEachPiece { bytes += $0 }
      entries.append((entry.name, bytes))
    }
    return entries
  }

  private func names(_ archive: [UInt8]) throws -> [String] {
    ArchiveNames.texts(of: try entries(archive).map(\.name))
  }

  private let korean: [UInt8] = [0xC7, 0xD1, 0xB1, 0xDB, 0x2E, 0x6D, 0x64]  // 한글.md in CP949
  private let german: [UInt8] = [0x81, 0x62, 0x65, 0x72, 0x2E, 0x6D, 0x64]  // über.md in CP437

  @Test func `names of a zip file are UTF-8 where it says so or they are, also from DOS`() throws {
    let name = Array("한글 노트/메모.md".utf8)
    for flags in [UInt16(0x800), 0] {
      let archive = zip([ZipEntry(name: name, bytes: [1, 2], flags: flags)])
      #expect(try names(archive) == ["한글 노트/메모.md"])
      #expect(try entries(archive).map(\.bytes) == [[1, 2]])
    }
  }

  @Test func `the code page is that of other programs, every character of it`() throws {
    let script = """
      for lead in range(0x81, 0xFE):
        for trail in range(0x41, 0xFF):
          try: print(lead, trail, ord(bytes([lead, trail]).decode("cp949")))
          except (UnicodeDecodeError, TypeError): print(lead, trail, 0)
      """
    let run = try ProgramRun.run("/usr/bin/python3", ["-c", script], in: folder.path)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 125 * 190)
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      let text = KoreanCodePage.text(of: [UInt8(numbers[0]), UInt8(numbers[1])])?.text
      #expect(text?.unicodeScalars.first?.value ?? 0 == numbers[2], "\(line)")
    }
  }

  @Test
  func `Western names are not taken for Korean, nor Korean ones with other characters for Western`() {
    let western: [[UInt8]] = [
      Array("Gr".utf8) + [0x81, 0xE1] + Array("e.md".utf8), [0x8E] + Array("rger.md".utf8),
      [0x82] + Array("t".utf8) + [0x82] + Array(".md".utf8),
    ]
    #expect(ArchiveNames.texts(of: western) == ["Grüße.md", "Ärger.md", "été.md"])
    #expect(ArchiveNames.texts(of: [german]) == ["über.md"])
    let mixed: [[UInt8]] = [korean, [0xA1, 0xD9, 0x2E, 0x6D, 0x64], [0x8C, 0x63, 0xB9, 0xE6]]
    #expect(ArchiveNames.texts(of: mixed) == ["한글.md", "☆.md", "똠방"])
  }

  @Test func `the Unicode path field outranks the name`() throws {
    let field = unicodePath("한글.md", for: german)
    #expect(try names(zip([ZipEntry(name: german, bytes: [1], extra: field)])) == ["한글.md"])
  }

  @Test func `names in CP949 and in CP437 are told apart`() throws {
    #expect(try names(zip([ZipEntry(name: korean, bytes: [1])])) == ["한글.md"])
    #expect(try names(zip([ZipEntry(name: german, bytes: [1])])) == ["über.md"])
    let both = zip([
      ZipEntry(name: Array("a.md".utf8), bytes: [1]), ZipEntry(name: korean, bytes: [2]),
    ])
    #expect(try names(both) == ["a.md", "한글.md"])
  }

  @Test(arguments: ["7zip", "pax", "gnutar"])
  func `names and bytes of other archives`(format: String) throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    let path = folder.path + "/made"
    let archive = archive_write_new()
    #expect(archive_write_set_format_by_name(archive, format) == ARCHIVE_OK)
    if format != "7zip" { archive_write_add_filter_gzip(archive) }
    archive_write_open_filename(archive, path)
    for name in ["한글/메모.md", "b.bin"] {
      let entry = archive_entry_new()
      archive_entry_set_pathname_utf8(entry, name)
      archive_entry_set_size(entry, Int64(bytes.count))
      archive_entry_set_filetype(entry, 0o100000)
      archive_entry_set_perm(entry, 0o644)
      #expect(archive_write_header(archive, entry) == ARCHIVE_OK)
      #expect(archive_write_data(archive, bytes, bytes.count) == bytes.count)
      archive_entry_free(entry)
    }
    archive_write_close(archive)
    archive_write_free(archive)
    let made = try folder.read("made")
    #expect(try names(made) == ["한글/메모.md", "b.bin"])
    #expect(try entries(made).allSatisfy { $0.bytes == bytes })
  }

  @Test func `an entry whose check sum is wrong is damaged, and the next one is read`() throws {
    var archive = zip([
      ZipEntry(name: Array("a".utf8), bytes: [1, 2, 3]),
      ZipEntry(name: Array("b".utf8), bytes: [4]),
    ])
    archive[31] ^= 1
    try folder.write(archive, to: "archive")
    let descriptor = open(folder.path + "/archive", O_RDONLY)
    defer { close(descriptor) }
    let reader = try ArchiveReader(descriptor, 0..<archive.count)
    _ = try reader.next()
    let damage = #expect(throws: ArchiveDamage.self) { try reader.forEachPiece { _ in } }
    #expect(damage?.isFatal == false)
    #expect(try reader.next()?.name == Array("b".utf8))
  }

  @Test func `what is no archive or only the beginning of one is damaged`() throws {
    #expect(throws: ArchiveDamage.self) { try entries(Array("nothing of the kind".utf8)) }
    let whole = zip([ZipEntry(name: Array("a".utf8), bytes: Array(repeating: 7, count: 5_000))])
    #expect(throws: ArchiveDamage.self) { try entries(Array(whole.prefix(3_000))) }
  }

  // MARK: - Zip files by hand

  private struct ZipEntry {
    let name: [UInt8]
    let bytes: [UInt8]
    var flags: UInt16 = 0
    var extra: [UInt8] = []
  }

  /// Stored, by MS-DOS.
  private func zip(_ entries: [ZipEntry]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = UInt32(bytes.count)
      let size = UInt32(entry.bytes.count)
      let common =
        little(entry.flags) + little(UInt16(0)) + little(UInt32(0)) + little(checksum(entry.bytes))
        + little(size) + little(size) + little(UInt16(entry.name.count))
        + little(UInt16(entry.extra.count))
      bytes += [0x50, 0x4B, 3, 4] + little(UInt16(20)) + common + entry.name + entry.extra
      bytes += entry.bytes
      directory += [0x50, 0x4B, 1, 2] + little(UInt16(20)) + little(UInt16(20)) + common
      directory += little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0))
      directory += little(offset) + entry.name + entry.extra
    }
    let count = little(UInt16(entries.count))
    let end = [0x50, 0x4B, 5, 6] + little(UInt32(0)) + count + count
    return bytes + directory + end + little(UInt32(directory.count)) + little(UInt32(bytes.count))
      + little(UInt16(0))
  }

  private func unicodePath(_ text: String, for name: [UInt8]) -> [UInt8] {
    let content = [1] + little(checksum(name)) + Array(text.utf8)
    return little(UInt16(0x7075)) + little(UInt16(content.count)) + content
  }

  private func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
