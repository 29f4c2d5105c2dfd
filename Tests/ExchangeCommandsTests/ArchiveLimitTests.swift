import Foundation
import NoteInterchange
import NoteRepository
import NoteTestSupport
import Testing

@testable import NoteExchange

/// Archives that say less than they contain.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
    "python3 is not installed"))
struct ArchiveLimitTests {
  private let outside: TemporaryFolder

  init() throws { outside = try TemporaryFolder() }

  private func python(_ script: String) throws {
    let run = try ProgramRun.run("/usr/bin/python3", ["-c", script], in: outside.path)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The content of an archive, and the number of bytes that were written for it.
  private func unpack(
    _ name: String, limit: Int
  ) throws -> (content: Result<Archive.Content, any Error>, written: Int) {
    let spool = try UnnamedFile(in: outside.path)
    let file = try #require(try OutsideFiles.all(at: outside.path + "/" + name).files.first)
    let content = try file.withDescriptor { descriptor in
      Result {
        try Archive(name, descriptor, 0..<file.size, limit: limit).files(into: spool) { _, _ in }
      }
    }
    return (content, spool.size)
  }

  @Test(arguments: ["bomb.zip", "bomb.tar.gz", "nested.zip"])
  func `a bomb writes no more than the limit`(name: String) throws {
    try python(
      """
      import io, tarfile, zipfile
      data = bytes(64 << 20)
      with zipfile.ZipFile('bomb.zip', 'w', zipfile.ZIP_DEFLATED) as z: z.writestr('a.txt', data)
      with tarfile.open('bomb.tar.gz', 'w:gz') as t:
        info = tarfile.TarInfo('a.txt'); info.size = len(data); t.addfile(info, io.BytesIO(data))
      # Each part is below the limit, all of them are not.
      part = io.BytesIO()
      with zipfile.ZipFile(part, 'w', zipfile.ZIP_DEFLATED) as z: z.writestr('a.txt', data[:3 << 20])
      with zipfile.ZipFile('nested.zip', 'w') as z:
        for number in range(9): z.writestr(f'{number}.zip', part.getvalue())
      """)
    let limit = 4 << 20
    let (content, written) = try unpack(name, limit: limit)
    let error = #expect(throws: ArchiveTooLarge.self) { try content.get() }
    #expect(error?.path == name)
    #expect(error?.limit == .bytes(limit))
    #expect(written <= limit)
  }

  @Test func `an entry that declares another size is reported, and the others are there`() throws {
    try python(
      """
      import struct, zipfile
      for name, size in (('less.zip', 10), ('more.zip', 1 << 30)):
        with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:
          z.writestr('lie.txt', b'x' * 100000); z.writestr('true.txt', b'y')
        data = bytearray(open(name, 'rb').read())
        struct.pack_into('<I', data, data.find(b'PK\\x01\\x02') + 24, size)
        struct.pack_into('<I', data, data.find(b'PK\\x03\\x04') + 22, size)
        open(name, 'wb').write(data)
      """)
    for name in ["less.zip", "more.zip"] {
      let (content, written) = try unpack(name, limit: 4 << 20)
      let unpacked = try content.get()
      #expect(unpacked.files.map(\.path) == ["true.txt"], "\(name)")
      #expect(unpacked.problems.map(\.position.file) == ["lie.txt"], "\(name)")
      #expect(written < 1 << 20)
    }
  }

  @Test func `every entry is a file or is reported`() throws {
    try python(
      """
      import io, tarfile
      with tarfile.open('a.tar', 'w') as t:
        def add(name, kind=tarfile.REGTYPE, target=''):
          info = tarfile.TarInfo(name); info.type = kind; info.linkname = target
          info.size = 1 if kind == tarfile.REGTYPE else 0
          t.addfile(info, io.BytesIO(b'x') if info.size else None)
        add('good.md'); add('../up.md'); add('a/../../up.md'); add('/absolute.md')
        add('link.md', tarfile.SYMTYPE, 'good.md'); add('hard.md', tarfile.LNKTYPE, 'good.md')
        add('device', tarfile.CHRTYPE); add('pipe', tarfile.FIFOTYPE); add('good.md')
        add('/'.join('d' * 70) + '/deep.md'); add('.hidden/x.md'); add('folder', tarfile.DIRTYPE)
      """)
    let content = try unpack("a.tar", limit: 1 << 20).content.get()
    #expect(content.files.map(\.path) == ["absolute.md", "good.md"])
    #expect(
      content.problems.map(\.position.file) == [
        "../up.md", "a/../../up.md", "link.md", "hard.md", "device", "pipe", "good.md",
        String(repeating: "d/", count: 70) + "deep.md", "a.tar",
      ])
  }
}
