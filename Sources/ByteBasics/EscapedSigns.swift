/// Signs that a text must not hold as they are, with what is written in their place.
///
/// What is between them is copied in one piece.
package struct EscapedSigns: Sendable {
  /// For each byte; empty for one that stays.
  private let texts: [[UInt8]]
  private let isEscaped: [Bool]

  /// - Parameter texts: By characters of ASCII.
  package init(_ texts: [Unicode.Scalar: String]) {
    var table = Array(repeating: [UInt8](), count: 256)
    for (sign, text) in texts { table[Int(sign.value & 0x7F)] = Array(text.utf8) }
    self.texts = table
    isEscaped = table.map { !$0.isEmpty }
  }

  package func contains(_ byte: UInt8) -> Bool { isEscaped[Int(byte)] }

  @inlinable package func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    let isDone: Void? = text.withContiguousStorageIfAvailable { unsafe append($0, to: &bytes) }
    if isDone == nil {
      unsafe Array(text).withUnsafeBufferPointer { unsafe append($0, to: &bytes) }
    }
  }

  package func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    unsafe isEscaped.withUnsafeBufferPointer { isEscaped in
      var start = 0
      for index in text.indices where unsafe isEscaped[Int(text[index])] {
        unsafe bytes.append(contentsOf: text[start..<index])
        unsafe bytes += texts[Int(text[index])]
        start = index + 1
      }
      unsafe bytes.append(contentsOf: text[start...])
    }
  }
}
