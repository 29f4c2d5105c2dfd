/// True where a character begins that YAML does not print or that some of its versions take for a line break: U+0080 to
/// U+009F, U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF.
func isUnprintable(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
  switch bytes[index] {
  case 0xC2: index + 1 < end && bytes[index + 1] < 0xA0
  case 0xE2:
    index + 2 < end && bytes[index + 1] == 0x80
      && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
  case 0xEF:
    index + 2 < end
      && (bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF
        || bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE)
  default: false
  }
}
