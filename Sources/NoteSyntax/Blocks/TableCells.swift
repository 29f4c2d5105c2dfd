import ByteBasics

/// The cells of a table's row without the white space around them; a pipe after a backslash does not part them.
package func tableCells(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  var result: [ArraySlice<UInt8>] = []
  var start = line.startIndex
  var offset = start
  if line.first == ASCII.pipe {
    start += 1
    offset += 1
  }
  while offset < line.endIndex {
    if line[offset] == ASCII.backslash, offset + 1 < line.endIndex, line[offset + 1] == ASCII.pipe {
      offset += 2
      continue
    }
    if line[offset] == ASCII.pipe {
      result.append(trimmedBlanks(line[start..<offset]))
      start = offset + 1
    }
    offset += 1
  }
  if start < line.endIndex { result.append(trimmedBlanks(line[start...])) }
  return result
}
