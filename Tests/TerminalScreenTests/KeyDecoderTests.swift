import TerminalScreen
import Testing

@Suite struct KeyDecoderTests {
  private func keys(_ text: String, isComplete: Bool = true) -> [Key] {
    keys(Array(text.utf8), isComplete: isComplete)
  }

  private func keys(_ bytes: [UInt8], isComplete: Bool = true) -> [Key] {
    var decoder = KeyDecoder()
    decoder.append(bytes)
    var keys: [Key] = []
    while let key = decoder.next(isComplete: isComplete) { keys.append(key) }
    return keys
  }

  @Test func lettersAreText() {
    #expect(keys("a한é😀") == [.text("a"), .text("한"), .text("é"), .text("😀")])
  }

  @Test func sequencesAreTheKeysThatSendThem() {
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[Z") == [.up, .down, .right, .backTab])
    #expect(keys("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[H") == [.delete, .pageUp, .pageDown, .home])
    #expect(
      keys("\r\t\u{7F}\u{3}\u{15}") == [.enter, .tab, .backspace, .control("c"), .control("u")])
  }

  @Test func anEscapeIsAKeyOnlyWhereNothingFollows() {
    #expect(keys("\u{1B}", isComplete: false) == [])
    #expect(keys("\u{1B}") == [.escape])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test func aSequenceInTwoPiecesIsOneKey() {
    var decoder = KeyDecoder()
    decoder.append([0xED, 0x95])
    #expect(decoder.next(isComplete: false) == nil)
    decoder.append([0x9C, 0x1B, 0x5B])
    #expect(decoder.next(isComplete: false) == .text("한"))
    #expect(decoder.next(isComplete: false) == nil)
    decoder.append([0x42])
    #expect(decoder.next(isComplete: false) == .down)
  }

  @Test func theRestOfACharacterMayComeLate() {
    for text in ["한", "é", "😀"] {
      var decoder = KeyDecoder()
      for byte in text.utf8.dropLast() {
        decoder.append([byte])
        #expect(decoder.next(isComplete: true) == nil)
      }
      decoder.append(text.utf8.suffix(1))
      #expect(decoder.next(isComplete: true) == .text(text))
    }
  }

  @Test func theRestOfWhatIsPastedMayComeLate() {
    var decoder = KeyDecoder()
    decoder.append("\u{1B}[200~one\r".utf8)
    #expect(decoder.next(isComplete: true) == nil)
    decoder.append("two\u{1B}[201~".utf8)
    #expect(decoder.next(isComplete: true) == .text("one two"))
  }

  @Test func theMouseClicksAndItsWheelMoves() {
    #expect(
      keys("\u{1B}[<0;12;3M\u{1B}[<0;12;3m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M")
        == [.click(ScreenPosition(column: 11, row: 2)), .up, .down])
  }

  @Test func whatIsPastedIsOneTextOnOneLine() {
    #expect(keys("\u{1B}[200~a b\r\nc\u{1B}[201~\r") == [.text("a b c"), .enter])
  }

  @Test func unknownAndBrokenBytesArePassedOver() {
    #expect(keys([0xFF, 0x61, 0x1B, 0x5B, 0x39, 0x39, 0x7E, 0x62]) == [.text("a"), .text("b")])
    #expect(keys([0xE2, 0x82]) == [])
    #expect(keys([0xC2, 0x9B, 0x61]) == [.text("a")])
  }

  @Test func anyBytesEnd() {
    var seed: UInt64 = 7
    for _ in 0..<2_000 {
      let bytes = (0..<40).map { _ -> UInt8 in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed >> 40 & 3 == 0 ? 0x1B : UInt8(truncatingIfNeeded: seed >> 33)
      }
      #expect(keys(bytes).count <= bytes.count)
    }
  }
}
