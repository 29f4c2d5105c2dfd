// Reading and writing of ISO 8601 and RFC 3339 texts.

extension Day: CustomStringConvertible {
  /// `2026-11-21`.
  package var description: String {
    let (year, month, day) = components
    // Lists have thousands of days, nearly all of years with four digits.
    if (0...9999).contains(year) { return Self.text(year, month, day) }
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
    String(unsafeUninitializedCapacity: 10) { bytes in
      func write(_ number: Int, digits: Int, at place: Int) {
        var rest = number
        for offset in (place..<place + digits).reversed() {
          bytes[offset] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      write(year, digits: 4, at: 0)
      write(month, digits: 2, at: 5)
      write(day, digits: 2, at: 8)
      bytes[4] = UInt8(ascii: "-")
      bytes[7] = UInt8(ascii: "-")
      return 10
    }
  }

  /// Parses a day such as `2026-11-21`. Nil for any other text.
  package init?(iso text: some StringProtocol) {
    guard text.utf8.count == 10, case .day(let day)? = CivilDate(iso: text) else { return nil }
    self = day
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `09:05`, or `09:05:30` if there are seconds.
  package var description: String {
    let short = "\(padded(hour, to: 2)):\(padded(minute, to: 2))"
    return second == 0 ? short : short + ":\(padded(second, to: 2))"
  }
}

extension CivilMoment: CustomStringConvertible {
  /// RFC 3339: `2026-11-21T09:05:00+09:00`; without an offset if none is known.
  package var description: String {
    "\(day)T\(padded(time.hour, to: 2)):\(padded(time.minute, to: 2)):\(padded(time.second, to: 2))" + offsetText
  }

  private var offsetText: String {
    guard let offset = utcOffsetSeconds else { return "" }
    if offset == 0 { return "Z" }
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, to: 2)):\(padded(minutes % 60, to: 2))"
  }
}

extension CivilDate: CustomStringConvertible {
  package var description: String {
    switch self {
    case .day(let day): day.description
    case .moment(let moment): moment.description
    }
  }

  /// Reads `2026-11-21`, `2026-11-21 09:05`, `2026-11-21T09:05:30.5+09:00` and their like.
  ///
  /// - Returns: nil if the text is anything else, or names a day or time that does not exist.
  package init?(iso text: some StringProtocol) {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.skip(UInt8(ascii: "-")),
      let month = reader.number(digits: 2), reader.skip(UInt8(ascii: "-")),
      let dayNumber = reader.number(digits: 2),
      let day = Day(year: year, month: month, day: dayNumber)
    else { return nil }
    if reader.isAtEnd {
      self = .day(day)
      return
    }
    guard reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t")) || reader.skipSpaces(),
      let moment = reader.moment(on: day)
    else { return nil }
    self = .moment(moment)
  }
}

/// Formats `value` in decimal with at least `width` digits.
package func padded(_ value: Int, to width: Int) -> String {
  let digits = String(abs(value))
  let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
  return (value < 0 ? "-" : "") + zeros + digits
}

/// A cursor over the digits and separators of a date.
private struct DigitReader {
  let bytes: [UInt8]
  fileprivate var offset = 0

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number(digits: Int) -> Int? {
    guard offset + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[offset..<offset + digits] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    offset += digits
    return value
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  mutating func skipSpaces() -> Bool {
    let start = offset
    while skip(UInt8(ascii: " ")) {}
    return offset > start
  }

  /// Parses `HH:mm[:ss[.fraction]][ ][Z|±HH[:]mm]` up to the end of the text.
  mutating func moment(on day: Day) -> CivilMoment? {
    guard let hour = number(digits: 2), skip(UInt8(ascii: ":")), let minute = number(digits: 2) else { return nil }
    var second = 0
    if skip(UInt8(ascii: ":")) {
      guard let value = number(digits: 2) else { return nil }
      second = value
      if skip(UInt8(ascii: ".")) { while number(digits: 1) != nil {} }
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
    _ = skipSpaces()
    guard let offset = zoneOffset(), isAtEnd else { return isAtEnd ? CivilMoment(day: day, time: time) : nil }
    return CivilMoment(day: day, time: time, utcOffsetSeconds: offset)
  }

  private mutating func zoneOffset() -> Int? {
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let sign: Int
    if skip(UInt8(ascii: "+")) {
      sign = 1
    } else if skip(UInt8(ascii: "-")) {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(digits: 2) else { return nil }
    _ = skip(UInt8(ascii: ":"))
    let minutes = number(digits: 2) ?? 0
    guard hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }
}
