/// Whether two sources hold the same, whatever HTML shows of it.
enum SourceComparison {
  /// Compares all bytes but white space and the characters that the formatter may change.
  static func haveSameWords(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    unsafe one.withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        unsafe isChangeable.withUnsafeBufferPointer { isChangeable in
          var (i, j) = (0, 0)
          while true {
            // What is the same has the same words in it.
            let same = unsafe lengthOfSameWords(left, i, right, j)
            i += same
            j += same
            while i < left.count, unsafe isChangeable[Int(left[i])] { i += 1 }
            while j < right.count, unsafe isChangeable[Int(right[j])] { j += 1 }
            guard i < left.count, j < right.count else {
              return i == left.count && j == right.count
            }
            guard unsafe left[i] == right[j] else { return false }
            i += 1
            j += 1
          }
        }
      }
    }
  }

  private static let isChangeable: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in " \t\r\n#=-*+_~`|>:.)0123456789".utf8 { table[Int(byte)] = true }
    return table
  }()

  /// The number of bytes that are the same from here on, in steps of eight.
  private static func lengthOfSameWords(
    _ left: UnsafeRawBufferPointer, _ i: Int, _ right: UnsafeRawBufferPointer, _ j: Int
  ) -> Int {
    let limit = min(left.count - i, right.count - j) - 8
    var length = 0
    while length <= limit {
      let one = unsafe left.loadUnaligned(fromByteOffset: i + length, as: UInt64.self)
      let other = unsafe right.loadUnaligned(fromByteOffset: j + length, as: UInt64.self)
      guard one == other else { break }
      length += 8
    }
    return length
  }

  /// Compares wiki links, maths, marks, comments, templates and tags, each on its line.
  static func haveSameProtectedText(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var left = ProtectedTextReader(one)
    var right = ProtectedTextReader(other)
    while true {
      left.skipLines(alikeIn: &right)
      left.readLine()
      right.readLine()
      switch (left.text, right.text) {
      case (let a?, let b?):
        guard a == b else { return false }
        left.dropText()
        right.dropText()
      case (nil, nil): if left.isAtEnd, right.isAtEnd { return true }
      case (_?, nil): if right.isAtEnd { return false }
      case (nil, _?): if left.isAtEnd { return false }
      }
    }
  }
}
