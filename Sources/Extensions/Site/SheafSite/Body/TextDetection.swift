import ByteBasics
package import CivilCalendar
import SafeHTML

/// The parts of running text that become links if the owner asks for it: days, and street addresses.
///
///     2026-11-24   2026년 11월 24일   서울특별시 중구 세종대로 110
package struct TextDetection: Sendable {
  /// The page of a day; nil if there is none.
  package var dayAddress: (@Sendable (Day) -> String?)?
  /// True if Korean street addresses become links to a map.
  package var findsStreets = false

  package init() {}

  var isNeeded: Bool { dayAddress != nil || findsStreets }

  /// Appends a text of HTML without tags, with its links.
  func append(_ text: ArraySlice<UInt8>, to html: inout [UInt8]) {
    var copied = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      guard let found = link(in: text, at: index) else {
        index += 1
        continue
      }
      html += text[copied..<found.start]
      html += "<a href=\"".utf8
      html.append(escaping: found.address)
      html += "\">".utf8
      html += text[found.start..<found.end]
      html += "</a>".utf8
      (copied, index) = (found.end, found.end)
    }
    html += text[copied...]
  }

  private struct Found {
    let start: Int
    let end: Int
    let address: String
  }

  private func link(in text: ArraySlice<UInt8>, at index: Int) -> Found? {
    let isWordStart =
      index == text.startIndex || !(ASCII.isAlphanumeric(text[index - 1]) || "-/._".utf8.contains(text[index - 1]))
    guard isWordStart else { return nil }
    if let dayAddress, ASCII.isDigit(text[index]), let (day, end) = Self.day(in: text, at: index),
      let address = dayAddress(day)
    {
      return Found(start: index, end: end, address: address)
    }
    guard findsStreets, text[index] >= 0xEA, text[index] <= 0xED,
      index == text.startIndex || text[index - 1] < 0x80,
      let end = Self.street(in: text, at: index)
    else { return nil }
    let words = String(decoding: text[index..<end], as: UTF8.self)
    return Found(start: index, end: end, address: Self.map + SiteAddress.ascii(SiteAddress.escaped(words)))
  }

  private static let map = "https://map.naver.com/p/search/"

  // MARK: Days

  private static func day(in text: ArraySlice<UInt8>, at start: Int) -> (Day, end: Int)? {
    var index = start
    guard let year = number(4...4, in: text, at: &index) else { return nil }
    let isISO = index < text.endIndex && text[index] == ASCII.hyphen
    guard skip(isISO ? "-" : "년", in: text, at: &index) else { return nil }
    if !isISO { _ = skip(" ", in: text, at: &index) }
    guard let month = number(isISO ? 2...2 : 1...2, in: text, at: &index), skip(isISO ? "-" : "월", in: text, at: &index)
    else { return nil }
    if !isISO { _ = skip(" ", in: text, at: &index) }
    guard let dayOfMonth = number(isISO ? 2...2 : 1...2, in: text, at: &index),
      isISO || skip("일", in: text, at: &index),
      !isISO || index == text.endIndex || !(ASCII.isAlphanumeric(text[index]) || text[index] == ASCII.hyphen)
    else { return nil }
    return Day(year: year, month: month, day: dayOfMonth).map { ($0, index) }
  }

  private static func number(_ count: ClosedRange<Int>, in text: ArraySlice<UInt8>, at index: inout Int) -> Int? {
    let digits = text[index...].prefix { ASCII.isDigit($0) }
    guard count.contains(digits.count) else { return nil }
    index = digits.endIndex
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func skip(_ word: String, in text: ArraySlice<UInt8>, at index: inout Int) -> Bool {
    guard text[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  // MARK: Streets

  private static let districts = ["시", "도", "군", "구", "읍", "면"]
  private static let roads = ["로", "길"]
  private static let provinces: Set<String> = [
    "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
  ]

  /// Returns the end of an address that begins here: one or more districts, a road, the number of a house.
  private static func street(in text: ArraySlice<UInt8>, at start: Int) -> Int? {
    var index = start
    var count = 0
    while count < 6 {
      let word = text[index...].prefix { $0 >= 0x80 || ASCII.isDigit($0) }
      guard word.count >= 6 else { return nil }
      let name = String(decoding: word, as: UTF8.self)
      var next = word.endIndex
      guard skip(" ", in: text, at: &next) else { return nil }
      if count > 0, roads.contains(where: { name.hasSuffix($0) }),
        let end = houseNumber(in: text, at: next)
      {
        return end
      }
      guard districts.contains(where: { name.hasSuffix($0) }) || count == 0 && provinces.contains(name)
      else { return nil }
      (index, count) = (next, count + 1)
    }
    return nil
  }

  private static func houseNumber(in text: ArraySlice<UInt8>, at start: Int) -> Int? {
    var index = start
    guard number(1...5, in: text, at: &index) != nil else { return nil }
    var further = index
    if skip("-", in: text, at: &further), number(1...4, in: text, at: &further) != nil { index = further }
    // `3시` and `5명` are no houses; a particle after the number does not matter.
    let units = ["시", "명", "년", "월", "일", "개", "번", "분", "km"]
    return units.contains { text[index...].starts(with: $0.utf8) } ? nil : index
  }
}
