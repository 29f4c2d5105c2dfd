/// `slice` without spaces and tabs at its ends.
@inlinable
package func trimmedBlanks(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var start = slice.startIndex
  var end = slice.endIndex
  while start < end, ASCII.isBlank(slice[start]) { start += 1 }
  while end > start, ASCII.isBlank(slice[end - 1]) { end -= 1 }
  return slice[start..<end]
}
