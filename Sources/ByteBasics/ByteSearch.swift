/// Finds a text in another, sixteen places at a time: where its first and its last byte stand right, the rest is looked
/// at.
package struct ByteSearch: Sendable {
  private let text: [UInt8]
  private let first: UInt8
  private let last: UInt8

  /// nil for an empty text.
  package init?(_ text: [UInt8]) {
    guard let first = text.first, let last = text.last else { return nil }
    self.text = text
    self.first = first
    self.last = last
  }

  /// Where the text begins at `start` or after it, nil where it does not.
  package func place(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { unsafe place(in: $0, from: start) }
  }

  private func place(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let reach = text.count - 1
    var index = start
    while index + reach + 16 <= bytes.count {
      let begins =
        unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .== first
      let ends =
        unsafe bytes.loadUnaligned(fromByteOffset: index + reach, as: SIMD16<UInt8>.self) .== last
      let both = begins .& ends
      if any(both) {
        for lane in 0..<16 where unsafe both[lane] && isHere(bytes, index + lane) {
          return index + lane
        }
      }
      index += 16
    }
    while index + reach < bytes.count {
      if unsafe bytes[index] == first, unsafe isHere(bytes, index) { return index }
      index += 1
    }
    return nil
  }

  private func isHere(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    text.indices.allSatisfy { unsafe bytes[index + $0] == text[$0] }
  }
}
