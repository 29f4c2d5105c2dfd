import GRDB
import NoteModel

/// Hands FTS5 the tokens of a ``TokenStream``: what is stored arrives as one, what is asked for is cut here.
final class SearchTokenizer: FTS5CustomTokenizer {
  static let name = "sheaf"

  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?, nText: CInt, tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText = unsafe pText else { return 0 }
    return unsafe pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { start in
      let text = unsafe UnsafeBufferPointer(start: start, count: Int(nText))
      guard tokenization.contains(.query) else {
        return unsafe deliver(text, context, tokenCallback)
      }
      let stream = unsafe TokenStream(asking: text)
      return unsafe stream.bytes.withUnsafeBufferPointer {
        unsafe deliver($0, context, tokenCallback)
      }
    }
  }

  private func deliver(
    _ stream: UnsafeBufferPointer<UInt8>, _ context: UnsafeMutableRawPointer?,
    _ callback: FTS5TokenCallback
  ) -> CInt {
    var code: CInt = 0
    unsafe TokenStream.forEach(in: stream) { token, isAtSamePlace in
      unsafe token.withMemoryRebound(to: CChar.self) {
        code = unsafe callback(
          context, isAtSamePlace ? 1 : 0, $0.baseAddress, CInt($0.count), 0, 0)
      }
      return code == 0
    }
    return code
  }
}
