import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax

/// The place of a field's value on its line, which decides about its quotes.
enum FieldPlace: Equatable {
  /// The whole value, or an item that is alone on its line.
  case whole
  /// A whole item between brackets.
  case item
  case quoted(UInt8)
  /// A part between other words of a value, or of an item between brackets.
  case part(isInBrackets: Bool)
  /// A check box, whose fields have no quotes.
  case box

  /// - Parameters:
  ///   - head: The line from after the key's colon, or an item's dash, to the value.
  ///   - tail: The line after the value.
  init(after head: Substring, before tail: ArraySlice<UInt8>) {
    var quote: UInt8?
    var depth = 0
    var isAtStart = true
    var isEscaped = false
    var wasClosed = false
    for byte in head.utf8 {
      // Two single quotes are one quote between single quotes.
      let isDoubled = wasClosed && byte == ASCII.singleQuote
      wasClosed = false
      if let open = quote {
        if byte == open, !isEscaped {
          quote = nil
          wasClosed = true
        }
        isEscaped = byte == ASCII.backslash && open == ASCII.doubleQuote && !isEscaped
      } else if isDoubled || isAtStart && (byte == ASCII.doubleQuote || byte == ASCII.singleQuote) {
        quote = byte
        isAtStart = false
      } else if isAtStart, byte == ASCII.leftBracket {
        depth += 1
      } else if depth > 0, byte == ASCII.comma {
        isAtStart = true
      } else if !ASCII.isBlank(byte) {
        isAtStart = false
      }
    }
    let rest = tail.drop(while: ASCII.isBlank)
    let hasComment = rest.first == ASCII.hash && rest.startIndex > tail.startIndex
    let endsItem = rest.first == ASCII.comma || rest.first == ASCII.rightBracket
    if let quote {
      self = .quoted(quote)
    } else if depth > 0 {
      self = isAtStart && (rest.isEmpty || endsItem) ? .item : .part(isInBrackets: true)
    } else {
      self = isAtStart && (rest.isEmpty || hasComment) ? .whole : .part(isInBrackets: false)
    }
  }

  /// Writes a text in this place so that it is read back unchanged. Returns nil if this is not possible.
  func written(_ text: String) -> String? {
    switch self {
    case .box: return text
    case .whole: return Self.isPlain(text) ? text : YAMLScalar.written(text)
    case .item: return Self.isPlain(text) ? text : YAMLScalar.flowItem(text)
    case .quoted(ASCII.doubleQuote):
      return String(Substring(YAMLScalar.doubleQuoted(text).unicodeScalars.dropFirst().dropLast()))
    case .quoted: return text.contains(where: \.isNewline) ? nil : text.replacing("'", with: "''")
    case .part(let isInBrackets):
      let probe = "x \(text) x"
      return (isInBrackets ? YAMLScalar.flowItem(probe) : YAMLScalar.written(probe)) == probe ? text : nil
    }
  }

  /// Returns true for a number, a truth value or a day, which other notes have without quotes.
  private static func isPlain(_ text: String) -> Bool {
    FieldAssignment.meansItself(text) || Day(iso: text) != nil
  }
}
