import Foundation
import HostSystem
import NoteTestSupport
import Testing

/// The contract of every system, tested on the one that this program is built for and on the portable one.
@Suite struct HostContractTests {
  enum Tested: CaseIterable {
    case host, portable

    var calls: any HostCalls.Type { self == .host ? Host.self : PortableHost.self }

    func rename(_ place: PlaceInFolder, _ goal: PlaceInFolder) -> Bool {
      calls.renameToFree(place, goal)
    }
  }

  private let folder: TemporaryFolder
  private let descriptor: Int32

  init() throws {
    folder = try TemporaryFolder()
    descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  private func listing() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
  private func place(_ name: String) -> PlaceInFolder { PlaceInFolder(name, in: descriptor) }

  @Test(arguments: Tested.allCases) func `a file gets a name that is free`(tested: Tested) throws {
    try folder.write("1", to: "a")
    #expect(tested.rename(place("a"), place("b")))
    #expect(try listing() == ["b"] && folder.text("b") == "1")
  }

  @Test(arguments: Tested.allCases) func `no file, folder or link takes the place of another`(
    tested: Tested
  ) throws {
    try folder.write("1", to: "file")
    try folder.write("2", to: "folder/inside")
    try folder.write("", to: "empty/inside")
    try folder.remove("empty/inside")
    try makeLink(at: folder.path + "/link", to: "nowhere")
    let names = try listing()
    #expect(names == ["empty", "file", "folder", "link"])
    for name in names {
      for taken in names where taken != name {
        #expect(!tested.rename(place(name), place(taken)) && errno == EEXIST, "\(name) \(taken)")
      }
    }
    #expect(try listing() == names)
    #expect(try folder.text("file") == "1" && folder.text("folder/inside") == "2")
  }

  @Test(arguments: Tested.allCases) func `a folder and a link move as themselves`(
    tested: Tested
  ) throws {
    try folder.write("2", to: "folder/inside")
    try makeLink(at: folder.path + "/link", to: "folder/inside")
    #expect(tested.rename(place("folder"), place("other")))
    #expect(tested.rename(place("link"), place("moved")))
    #expect(try listing() == ["moved", "other"] && folder.text("other/inside") == "2")
    #expect(try linkTarget(of: folder.path + "/moved") == "folder/inside")
  }

  @Test(arguments: Tested.allCases) func `what is not there has no name to change`(
    tested: Tested
  ) throws {
    #expect(!tested.rename(place("a"), place("b")) && errno == ENOENT)
    #expect(try listing() == [])
  }

  @Test(arguments: Tested.allCases) func `a program inherits neither end of a pipe`(
    tested: Tested
  ) throws {
    let made = tested.calls.makePipe()
    let pipe = try #require(made)
    for end in [pipe.read, pipe.write] {
      #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
      close(end)
    }
  }

  @Test(arguments: Tested.allCases) func `a text is found where it begins first`(tested: Tested) {
    let texts = ["", "a", "b", "ab", "ba", "aab", "abab", "bbb"].map { Array($0.utf8) }
    for number in 0..<256 {
      let bytes = (0..<8).map { UInt8(number >> $0 & 1 == 0 ? UInt8(ascii: "a") : UInt8(ascii: "b")) }
      for text in texts {
        let expected = (0...bytes.count).first { bytes[$0...].starts(with: text) }
        let found = bytes.withUnsafeBytes { bytes in
          text.withUnsafeBytes { tested.calls.place(of: $0, in: bytes) }
        }
        #expect(found == expected, "\(text) in \(bytes)")
      }
    }
  }

  @Test(arguments: Tested.allCases) func `attributes are kept where that is promised`(
    tested: Tested
  ) throws {
    try folder.write("1", to: "a")
    let file = open(folder.path + "/a", O_RDWR | O_CLOEXEC)
    defer { close(file) }
    let host = tested.calls
    host.setAttribute("user.colour", [1, 0, 2], of: file)
    let (names, value) = (host.attributeNames(of: file), host.attribute("user.colour", of: file))
    let isKept = host.guarantees.keepsAttributes
    #expect(names.contains("user.colour") == isKept)
    #expect(value == (isKept ? [1, 0, 2] : nil))
  }

  @Test(arguments: Tested.allCases) func `a folder that is passed through leads to what is in it`(
    tested: Tested
  ) throws {
    try folder.write("1", to: "a/b")
    let passage = openat(descriptor, "a", tested.calls.passageFlags | O_CLOEXEC)
    defer { close(passage) }
    #expect(faccessat(passage, "b", R_OK, 0) == 0)
  }

  @Test func `the program knows its own path where the system says it`() throws {
    let path = try #require(Host.programPath ?? CommandLine.arguments.first)
    #expect(FileManager.default.isExecutableFile(atPath: path))
    #expect(PortableHost.programPath == nil)
  }
}

/// The same for what reports changes.
@Suite struct FolderEventContractTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("1", to: "one.md")
  }

  /// Waits until all of `expected` has happened.
  private func happens(_ expected: Set<FolderEvent>, in events: some FolderEvents) -> Bool {
    var seen: Set<FolderEvent> = []
    while !seen.isSuperset(of: expected) {
      guard let next = events.next() else { return false }
      seen.formUnion(next)
    }
    return true
  }

  private func reports(_ events: some FolderEvents) throws {
    let number = try #require(events.watch(folder.path))
    try folder.write("2", to: "two.md")
    #expect(happens([.file("two.md", folder: number)], in: events))
    try folder.write("22", to: "two.md")
    try folder.remove("one.md")
    let changed: Set<FolderEvent> = [
      .file("one.md", folder: number), .file("two.md", folder: number),
    ]
    #expect(happens(changed, in: events))
    try folder.write("3", to: "deep/three.md")
    #expect(happens([.folder("deep", folder: number)], in: events))
    let deep = try #require(events.watch(folder.path + "/deep"))
    try FileManager.default.removeItem(atPath: folder.path + "/deep")
    #expect(happens([.folder("deep", folder: number), .end(folder: deep)], in: events))
    #expect(events.watch(folder.path + "/nowhere") == nil && errno == ENOENT)
    #expect(events.watch(folder.path + "/two.md") == nil && errno == ENOTDIR)
  }

  @Test func `files and folders that come, change and go are reported`() throws {
    let events: HostSystem.Host.Events? = HostSystem.Host.Events()
    try reports(try #require(events))
  }

  @Test func `the portable look reports the same`() throws { try reports(PolledFolderEvents()) }

  @Test func `a folder that is watched again is looked at once`() throws {
    let events = PolledFolderEvents()
    _ = events.watch(folder.path)
    let number = try #require(events.watch(folder.path))
    try folder.write("2", to: "two.md")
    #expect(events.next() == [.file("two.md", folder: number)])
  }
}
