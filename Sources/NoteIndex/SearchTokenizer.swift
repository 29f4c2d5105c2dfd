import GRDB
import NoteModel

/// Hands FTS5 the tokens of ``SearchTokens``.
final class SearchTokenizer: FTS5CustomTokenizer {
  static let name = "sheaf"

  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?, nText: CInt, tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText = unsafe pText else { return 0 }
    let isQuery = tokenization.contains(.query)
    return unsafe pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { text in
      let cut = unsafe SearchTokens(
        UnsafeBufferPointer(start: text, count: Int(nText)), addsInitials: !isQuery)
      return unsafe deliver(cut, context, tokenCallback)
    }
  }

  private func deliver(
    _ cut: SearchTokens, _ context: UnsafeMutableRawPointer?, _ callback: FTS5TokenCallback
  ) -> CInt {
    unsafe cut.bytes.withUnsafeBytes { bytes in
      guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return 0
      }
      for token in cut.tokens {
        let flags: CInt = token.isColocated ? 1 : 0
        let code = unsafe callback(
          context, flags, base + token.start, CInt(token.end - token.start),
          CInt(token.sourceStart), CInt(token.sourceEnd))
        if code != 0 { return code }
      }
      return 0
    }
  }
}
