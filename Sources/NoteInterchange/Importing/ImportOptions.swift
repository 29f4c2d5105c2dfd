package import CivilCalendar

/// What the user says about an import besides the format.
package struct ImportOptions: Sendable {
  /// The clock of the place, for times without an offset.
  package let zone: LocalZone
  package let now: CivilMoment
  /// Our field for each of theirs that has another name: `--map title=subject` says that `title` is in `subject`.
  package let map: [String: String]

  package init(zone: LocalZone, now: CivilMoment, map: [String: String] = [:]) {
    self.zone = zone
    self.now = now
    self.map = map
  }
}

/// Moments as other programs count them.
struct ImportDates {
  let zone: LocalZone

  /// 2001-01-01T00:00:00Z, from which Apple's programs count.
  static let appleEpoch = 978_307_200

  /// The moment that many seconds after 1970; nil outside the years 1 to 9999.
  func moment(unix seconds: Double) -> CivilDate? {
    guard seconds.isFinite, abs(seconds) < 300_000_000_000 else { return nil }
    let whole = Int(seconds.rounded(.down))
    guard let moment = zone.moment(secondsSinceEpoch: whole), (1...9999).contains(moment.day.year)
    else { return nil }
    return .moment(moment)
  }

  /// The moment that many seconds after 2001.
  func moment(apple seconds: Double) -> CivilDate? {
    moment(unix: seconds + Double(Self.appleEpoch))
  }

  /// An ISO text; a moment in UTC is given on the clock of the place.
  func moment(iso text: String) -> CivilDate? {
    guard let date = CivilDate(iso: text), (1...9999).contains(date.day.year) else { return nil }
    guard case .moment(let moment) = date, moment.utcOffsetSeconds == 0 else { return date }
    return zone.moment(secondsSinceEpoch: moment.secondsSinceEpoch()).map { .moment($0) } ?? date
  }
}

/// Notes without a title are named after their first words.
package enum ImportTitle {
  /// The first line that says something, without marks, cut at 60 letters.
  package static func words(of body: String) -> String {
    for line in body.split(whereSeparator: \.isNewline) {
      let words = line.drop { "#>-*+ \t".contains($0) }
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard words.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      guard words.count > 60 else { return words }
      let cut = words.prefix(60)
      return String(cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut)
    }
    return ""
  }
}
