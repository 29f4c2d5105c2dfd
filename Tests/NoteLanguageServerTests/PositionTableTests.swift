import ByteBasics
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

@testable import NoteLanguageServer

/// Positions and incremental edits, against a slow text of UTF-16 units or bytes.
@Suite struct PositionTableTests {
  @Test func countsUTF16ByDefault() {
    let table = PositionTable(Array("a한😀b\n나".utf8), .utf16)
    #expect(table.position(of: 4) == Position(line: 0, character: 2))
    #expect(table.position(of: 8) == Position(line: 0, character: 4))
    #expect(table.offset(of: Position(line: 0, character: 4)) == 8)
    #expect(table.offset(of: Position(line: 1, character: 1)) == 13)
  }

  @Test func countsBytesWhereAgreed() {
    let table = PositionTable(Array("a한😀b\n나".utf8), .utf8)
    #expect(table.position(of: 8) == Position(line: 0, character: 8))
    #expect(table.offset(of: Position(line: 1, character: 3)) == 13)
  }

  @Test func placesOutsideTheTextAreItsEnds() {
    let table = PositionTable(Array("one\ntwo\n".utf8), .utf16)
    #expect(table.offset(of: Position(line: 0, character: 99)) == 3)
    #expect(table.offset(of: Position(line: 2, character: 0)) == 8)
    #expect(table.offset(of: Position(line: 99, character: 5)) == 8)
    #expect(table.position(of: 99) == Position(line: 2, character: 0))
  }

  @Test func `a byte order mark of a file counts for nothing, as in editors`() {
    let bytes = Array("\u{FEFF}a한\nb".utf8)
    for encoding in [PositionEncoding.utf8, .utf16] {
      let table = PositionTable(bytes, encoding, isFile: true)
      #expect(table.position(of: 3) == Position(line: 0, character: 0))
      #expect(table.position(of: 4) == Position(line: 0, character: 1))
      #expect(table.offset(of: Position(line: 0, character: 1)) == 4)
      #expect(table.position(of: 0) == Position(line: 0, character: 0))
      #expect(table.position(of: 8) == Position(line: 1, character: 0))
    }
    let sent = PositionTable(bytes, .utf16)
    #expect(sent.offset(of: Position(line: 0, character: 1)) == 3)
  }

  @Test func `an edit never parts the two characters of a line end`() {
    for (before, after) in [("a\nb\r\n", "a\r\nb\r\n"), ("a\r\nb\n", "a\nb\n")] {
      let edits = MinimalEdits.from(Array(before.utf8), to: Array(after.utf8))
      let table = PositionTable(Array(before.utf8), .utf16)
      var text = Array(before.utf8)
      for edit in edits.reversed() {
        // As the client makes it.
        let range = table.range(table.range(edit.range))
        #expect(range == edit.range, "\(before.debugDescription)")
        #expect(edit.replacement != [0x0D], "\(before.debugDescription)")
        text.replaceSubrange(range.indices, with: edit.replacement)
      }
      #expect(text == Array(after.utf8))
    }
  }

  @Test func theMiddleOfAPairIsItsBeginning() {
    let table = PositionTable(Array("😀".utf8), .utf16)
    #expect(table.offset(of: Position(line: 0, character: 1)) == 0)
    #expect(PositionTable(Array("한".utf8), .utf8).offset(of: Position(line: 0, character: 2)) == 0)
  }

  @Test func linesEndAsTheProtocolSays() {
    let table = PositionTable(Array("a\r\nb\rc\n".utf8), .utf16)
    #expect((0..<4).map { table.offset(of: Position(line: $0, character: 0)) } == [0, 3, 5, 7])
    #expect(table.offset(of: Position(line: 0, character: 9)) == 1)
    #expect(table.position(of: 5) == Position(line: 2, character: 0))
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16])
  func `several changes of one notification count each from the text before it`(
    _ encoding: PositionEncoding
  ) {
    let pieces = ["", "가", "😀", "\n", "\r", "\r\n", "x\ny", "- ", "\nend\r"]
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let first = Array("# 제목\n\n본문 😀 text\r\n- [ ] 할 일\r한 줄\r\n\r끝".utf8)
      var expected = first
      var line = 8
      let changes = (0..<6).map { _ in
        // From the last line to the first more often than not.
        line = Bool.random(using: &random) ? max(0, line - 1) : Int.random(in: 0...8, using: &random)
        let start = Position(line: line, character: Int.random(in: 0...5, using: &random))
        let end = Position(line: line + Int.random(in: 0...1, using: &random), character: start.character)
        let range = PositionRange(start: start, end: end)
        let text = pieces.randomElement(using: &random) ?? ""
        let place = PositionTable(expected, encoding).range(range)
        expected.replaceSubrange(place.indices, with: text.utf8)
        return JSONValue.map(["range": range.json, "text": .string(text)])
      }
      let document = OpenDocument(
        DocumentAddress("file:///n.md"), version: 1, bytes: first,
        path: NotePath(trusted: "n.md"), layout: .standard, encoding: encoding)
      #expect(document.changed(by: changes, version: 2).bytes == expected, "\(seed)")
    }
  }

  @Test func `a replacement of thousands of places takes time in proportion`() {
    let line = "a line with one word in it\n"
    let document = OpenDocument(
      DocumentAddress("file:///n.md"), version: 1,
      bytes: Array(String(repeating: line, count: 40_000).utf8),
      path: NotePath(trusted: "n.md"), layout: .standard, encoding: .utf16)
    let changes = (0..<5_000).reversed().map { index in
      let start = Position(line: index * 8, character: 16)
      let end = Position(line: index * 8, character: 20)
      return JSONValue.map([
        "range": PositionRange(start: start, end: end).json, "text": .string("place"),
      ])
    }
    var changed = document
    #expect(processorTime { changed = document.changed(by: changes, version: 2) } < .seconds(4))
    #expect(changed.bytes.count == document.bytes.count + 5_000)
    #expect(changed.bytes.starts(with: "a line with one place in it\n".utf8))
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16])
  func afterRandomEditsTheTextIsTheClients(_ encoding: PositionEncoding) {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      var client = "# 제목\n\n본문 😀 text\r\n- [ ] 할 일\n"
      var server = OpenDocument(
        DocumentAddress("file:///n.md"), version: 1, bytes: Array(client.utf8),
        path: NotePath(trusted: "n.md"), layout: .standard, encoding: encoding)
      for version in 2..<50 {
        let table = PositionTable(Array(client.utf8), encoding)
        let scalars = Array(client.unicodeScalars)
        let cuts = [
          Int.random(in: 0...scalars.count, using: &random),
          Int.random(in: 0...scalars.count, using: &random),
        ].sorted().map { Self.whole($0, scalars) }
        let piece = Self.pieces.randomElement(using: &random) ?? ""
        func offset(_ count: Int) -> Int {
          String(String.UnicodeScalarView(scalars[..<count])).utf8.count
        }
        // As a client counts: by itself, not with the server's table.
        let range = PositionRange(
          start: Self.position(offset(cuts[0]), client, encoding),
          end: Self.position(offset(cuts[1]), client, encoding))
        #expect(table.position(of: offset(cuts[0])) == range.start)
        server = server.changed(
          by: [.map(["range": range.json, "text": .string(piece)])], version: version)
        client =
          String(String.UnicodeScalarView(scalars[..<cuts[0]])) + piece
          + String(String.UnicodeScalarView(scalars[cuts[1]...]))
        #expect(server.bytes == Array(client.utf8), "seed \(seed), version \(version)")
      }
      #expect(server.note.document.source.bytes == server.bytes)
    }
  }

  private static let pieces = [
    "", "x", "\n", "\r\n", "한글", "ㅎ", "😀", "👨‍👩‍👧", "é", "[[", "]]", "---\n", "```\n", "#", "- [ ] ",
    "\u{FEFF}", "\t",
    "due: 2026-11-30\n", "%%", "$$", "![[", "<!--", "a\u{301}",
  ]

  /// A line end is one place, so no cut is inside it.
  private static func whole(_ count: Int, _ scalars: [Unicode.Scalar]) -> Int {
    count > 0 && count < scalars.count && scalars[count] == "\n" && scalars[count - 1] == "\r"
      ? count - 1 : count
  }

  private static func position(
    _ offset: Int, _ text: String, _ encoding: PositionEncoding
  ) -> Position {
    let before = String(decoding: Array(text.utf8)[..<offset], as: UTF8.self)
    var line = 0
    var start = before.unicodeScalars.startIndex
    let scalars = before.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let next = scalars.index(after: index)
      let isPair = scalars[index] == "\r" && next < scalars.endIndex && scalars[next] == "\n"
      if scalars[index] == "\n" || scalars[index] == "\r" && !isPair {
        line += 1
        start = next
      }
      index = next
    }
    let rest = String(scalars[start...])
    return Position(line: line, character: encoding == .utf8 ? rest.utf8.count : rest.utf16.count)
  }
}
