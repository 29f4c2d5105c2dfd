import NoteModel
import Testing

@Suite struct SearchTokensTests {
  private func cut(_ text: String, initials: Bool = false) -> [String] {
    let tokens = SearchTokens(text.utf8, addsInitials: initials)
    return tokens.tokens.map { String(decoding: tokens.bytes[$0.start..<$0.end], as: UTF8.self) }
  }

  @Test func `Latin words are folded, CJK letters stand alone`() {
    #expect(cut("Café ÜBER 회의록 漢字 x1") == ["cafe", "uber", "회", "의", "록", "漢", "字", "x1"])
  }

  @Test func `decomposed Korean is composed`() {
    #expect(cut("\u{1112}\u{116C}\u{110B}\u{1174}") == ["회", "의"])
    #expect(cut("\u{1105}\u{1169}\u{11A8}") == ["록"])
  }

  @Test func `a decomposed accent is dropped`() {
    #expect(cut("cafe\u{301}") == ["cafe"])
  }

  @Test func `full and half width are one`() {
    #expect(cut("ＡＢＣ１") == ["abc1"])
    #expect(cut("ｶﾅ") == ["カ", "ナ"])
  }

  @Test func `the initial consonants stand at the head of a Korean word`() {
    #expect(cut("회의록 x", initials: true) == ["회", "ㅎㅇㄹ", "의", "록", "x"])
  }

  @Test func `a token tells where it stood`() {
    let tokens = SearchTokens("ab 회의".utf8, addsInitials: false)
    #expect(tokens.tokens.map { [$0.sourceStart, $0.sourceEnd] } == [[0, 2], [3, 6], [6, 9]])
  }

  @Test func `broken UTF-8 separates words`() {
    let tokens = SearchTokens([0x61, 0xFF, 0x62, 0xEA], addsInitials: false)
    #expect(tokens.tokens.count == 2)
  }

  @Test func `letters of another form are the plain ones that they stand for`() {
    #expect(
      cut("ﬁle straße Œuvre encyclopædia ıstanbul") == ["file", "strasse", "oeuvre", "encyclopaedia", "istanbul"])
    #expect(cut("spell\u{AD}check Ⅻ 5㎏ 10⁶ 𝐁𝐨𝐥𝐝") == ["spellcheck", "xii", "5kg", "106", "bold"])
    #expect(cut("㈜회사 ①②x") == ["주", "회", "사", "1", "2", "x"])
    #expect(cut("ΟΔΌΣ οδός ՀԱՅ ἀρχή") == ["οδοσ", "οδοσ", "հայ", "αρχη"])
  }

  @Test func `an emoji is a word, whatever the tone of its skin`() {
    #expect(cut("a🎉🎉b 👍🏽 ❤️ 1️⃣") == ["a", "🎉", "🎉", "b", "👍", "❤", "1"])
    #expect(cut("회🎉의") == ["회", "🎉", "의"])
  }

  @Test func `languages without spaces are cut letter by letter`() {
    for word in ["สวัสดี", "ສະບາຍດີ", "សួស្តី", "မင်္ဂလာပါ"] {
      let tokens = SearchTokens(word.utf8, addsInitials: false).tokens
      #expect(tokens.count == word.unicodeScalars.count, "\(word)")
      #expect(tokens.dropFirst().allSatisfy { $0.kind == .joinedLetter })
    }
  }

  @Test func `a word with its signs is stored with and without them, and asked for as it is written`() {
    #expect(
      terms("C++20 and C#, F# (.NET) x") == [
        "c", "=c++", "20", "and", "c", "=c#", "f", "=f#", "net", "=.net", "x",
      ])
    #expect(terms("c++", isQuery: true) == ["c++"])
    #expect(terms(".net", isQuery: true) == [".net"])
    for plain in ["a+b", "end.Next", "[[Note#Part]]", "U.S.A", "1.5", "x # y", "i += 1"] {
      #expect(!terms(plain).contains { $0.hasPrefix("=") }, "\(plain)")
    }
    #expect(terms("ASP.NET") == ["asp", "net", "=.net"])
  }

  private func terms(_ text: String, isQuery: Bool = false) -> [String] {
    var terms: [String] = []
    SearchTokens(text.utf8, addsInitials: !isQuery).forEachTerm(isQuery: isQuery) { term, isSame in
      terms.append((isSame ? "=" : "") + String(decoding: term, as: UTF8.self))
    }
    return terms
  }

  @Test func `joined letters are stored in pairs, and no pair reaches over a gap`() {
    #expect(terms("주간 회의 x") == ["주간", "=\u{1}ㅈㄱ", "간", "=\u{1}ㅎㅇ", "회의", "의", "x"])
    #expect(terms("한東京") == ["한東", "=\u{1}ㅎ", "東京", "京"])
    #expect(terms("회의", isQuery: true) == ["회의"])
    #expect(terms("회", isQuery: true) == ["회"])
  }

  @Test func `initial consonants are stored once for a text, at its first places`() {
    #expect(terms("one two 회의 three 주간") == ["one", "=\u{1}ㅎㅇ", "two", "=\u{1}ㅈㄱ", "회의", "의", "three", "주간", "간"])
    #expect(terms("회의 한의 회의").filter { $0.hasPrefix("=") } == ["=\u{1}ㅎㅇ"])
    // Two syllables with each pair of first consonants, some of them several times.
    let words = (0..<400).map { number in
      let scalars = [number % 19, number / 19 % 19].compactMap { Unicode.Scalar(0xAC00 + $0 * 588) }
      return String(String.UnicodeScalarView(scalars))
    }
    let stored = terms(words.joined(separator: " ")).filter { $0.hasPrefix("=") }
    #expect(stored.count == 361)
    #expect(Set(stored).count == 361)
  }
}
