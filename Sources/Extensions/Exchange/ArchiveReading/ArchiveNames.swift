import ByteBasics

/// The names in an archive as text: UTF-8 if they are that, else the code page of the computer that made it.
package enum ArchiveNames {
  /// Decodes the names of one archive: UTF-8 if a name is valid UTF-8, otherwise CP949 or CP437.
  ///
  /// - Parameter names: The names of all entries, which together decide the code page of the computer that made them.
  package static func texts(of names: [[UInt8]]) -> [String] {
    let isUTF8 = names.map { firstInvalidUTF8Offset(in: $0[...]) == nil }
    let isKorean = isKorean(zip(names, isUTF8).filter { !$0.1 }.map(\.0))
    return zip(names, isUTF8).map { name, isUTF8 in
      if isUTF8 { return String(decoding: name, as: UTF8.self) }
      return isKorean ? KoreanCodePage.text(of: name)?.text ?? western(name) : western(name)
    }
  }

  /// Decodes a text of Korean Windows (CP949). Returns nil unless the bytes are very likely CP949.
  package static func koreanText(of bytes: [UInt8]) -> String? {
    isKorean([bytes]) ? KoreanCodePage.text(of: bytes)?.text : nil
  }

  /// Returns true if all names are CP949 and consist mostly of common syllables. Western names are rarely valid CP949.
  /// If they are, a letter follows the accent, which gives pairs that are rare syllables: `über` would be `갶er`.
  private static func isKorean(_ names: [[UInt8]]) -> Bool {
    var pairs = 0
    var commonSyllables = 0
    for name in names {
      guard let text = KoreanCodePage.text(of: name) else { return false }
      pairs += text.pairs
      commonSyllables += text.commonSyllables
    }
    return commonSyllables > 0 && commonSyllables * 2 >= pairs
  }

  /// Decodes a name as CP437, the code page of DOS, which is the default of zip.
  private static func western(_ name: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        name.map { byte in
          byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
        }))
  }

  private static let upperHalf = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
