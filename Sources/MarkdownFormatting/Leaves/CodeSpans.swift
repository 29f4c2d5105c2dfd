import ByteBasics

/// The end of the code span that begins at `offset`, or of the run of backticks where none closes it.
func codeSpanEnd(in bytes: [UInt8], at offset: Int, to end: Int) -> Int {
  let runEnd = endOfRun(in: bytes, at: offset, to: end)
  var position = runEnd
  while position < end {
    guard bytes[position] == ASCII.backtick else {
      position += 1
      continue
    }
    let close = endOfRun(in: bytes, at: position, to: end)
    if close - position == runEnd - offset { return close }
    position = close
  }
  return runEnd
}

/// The end of the run of one byte that begins at `offset`.
package func endOfRun(in bytes: [UInt8], at offset: Int, to end: Int) -> Int {
  var position = offset
  while position < end, bytes[position] == bytes[offset] { position += 1 }
  return position
}
