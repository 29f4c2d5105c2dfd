import CivilCalendar
import HostSystem

/// The zones that programs name, by the system's database.
enum NamedZones {
  /// The zone of a name of IANA or Windows: `Europe/Berlin`, `W. Europe Standard Time`.
  ///
  /// Some calendars put the name of a registry before it: `/freeassociation.sourceforge.net/Europe/Berlin`.
  ///
  /// - Returns: nil for a name that the system does not know.
  static func zone(named name: String) -> LocalZone? {
    let short = name.replacing(" Standard Time", with: "").replacing(" Time Zone", with: "")
    if name == "GMT Standard Time" { return zone(named: "Europe/London") }
    if ["utc", "gmt", "etc/utc", "tzone://microsoft/utc"].contains(short.lowercased()) {
      return LocalZone(named: "Etc/UTC") { _ in 0 }
    }
    if let known = windows[short] { return zone(named: known) }
    let parts = name.split(separator: "/")
    let isName = parts.allSatisfy { part in
      part.first != "." && part.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || "0123456789._+-".utf8.contains($0) }
    }
    guard isName, 1...8 ~= parts.count else { return nil }
    for start in 0..<max(1, parts.count - 1) {
      let name = parts[start...].joined(separator: "/")
      if let bytes = bytes("/usr/share/zoneinfo/" + name), let zone = LocalZone.read(bytes, named: name) { return zone }
    }
    return nil
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // The largest file has some 3,500 bytes.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 && count < bytes.count ? Array(bytes[..<count]) : nil
  }

  /// Names of Windows without “Standard Time”, and old names that some systems have no more.
  private static let windows: [String: String] = Dictionary(
    rows.split(separator: "|").compactMap { row in
      let sides = row.split(separator: "=")
      return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
    }, uniquingKeysWith: { first, _ in first })

  private static let rows = """
    Dateline=Etc/GMT+12|UTC-11=Etc/GMT+11|Aleutian=America/Adak|Hawaiian=Pacific/Honolulu|\
    Marquesas=Pacific/Marquesas|Alaskan=America/Anchorage|UTC-09=Etc/GMT+9|Pacific (Mexico)=America/Tijuana|\
    UTC-08=Etc/GMT+8|Pacific=America/Los_Angeles|US Mountain=America/Phoenix|Mountain (Mexico)=America/Mazatlan|\
    Mountain=America/Denver|Yukon=America/Whitehorse|Central America=America/Guatemala|Central=America/Chicago|\
    Easter Island=Pacific/Easter|Central (Mexico)=America/Mexico_City|Canada Central=America/Regina|\
    SA Pacific=America/Bogota|Eastern (Mexico)=America/Cancun|Eastern=America/New_York|Haiti=America/Port-au-Prince|\
    Cuba=America/Havana|US Eastern=America/Indiana/Indianapolis|Turks And Caicos=America/Grand_Turk|\
    Paraguay=America/Asuncion|Atlantic=America/Halifax|Venezuela=America/Caracas|Central Brazilian=America/Cuiaba|\
    SA Western=America/La_Paz|Pacific SA=America/Santiago|Newfoundland=America/St_Johns|Tocantins=America/Araguaina|\
    E. South America=America/Sao_Paulo|SA Eastern=America/Cayenne|Argentina=America/Argentina/Buenos_Aires|\
    Greenland=America/Nuuk|Montevideo=America/Montevideo|Magallanes=America/Punta_Arenas|\
    Saint Pierre=America/Miquelon|Bahia=America/Bahia|UTC-02=Etc/GMT+2|Azores=Atlantic/Azores|\
    Cape Verde=Atlantic/Cape_Verde|Greenwich=Africa/Abidjan|Sao Tome=Africa/Sao_Tome|\
    Morocco=Africa/Casablanca|W. Europe=Europe/Berlin|Central Europe=Europe/Budapest|Romance=Europe/Paris|\
    Central European=Europe/Warsaw|W. Central Africa=Africa/Lagos|Jordan=Asia/Amman|GTB=Europe/Bucharest|\
    Middle East=Asia/Beirut|Egypt=Africa/Cairo|E. Europe=Europe/Chisinau|Syria=Asia/Damascus|West Bank=Asia/Hebron|\
    South Africa=Africa/Johannesburg|FLE=Europe/Helsinki|Israel=Asia/Jerusalem|South Sudan=Africa/Juba|\
    Kaliningrad=Europe/Kaliningrad|Sudan=Africa/Khartoum|Libya=Africa/Tripoli|Namibia=Africa/Windhoek|\
    Arabic=Asia/Baghdad|Turkey=Europe/Istanbul|Arab=Asia/Riyadh|Belarus=Europe/Minsk|Russian=Europe/Moscow|\
    E. Africa=Africa/Nairobi|Iran=Asia/Tehran|Arabian=Asia/Dubai|Astrakhan=Europe/Astrakhan|Azerbaijan=Asia/Baku|\
    Russia 3=Europe/Samara|Mauritius=Indian/Mauritius|Saratov=Europe/Saratov|Georgian=Asia/Tbilisi|\
    Volgograd=Europe/Volgograd|Caucasus=Asia/Yerevan|Afghanistan=Asia/Kabul|West Asia=Asia/Tashkent|\
    Ekaterinburg=Asia/Yekaterinburg|Pakistan=Asia/Karachi|Qyzylorda=Asia/Qyzylorda|India=Asia/Kolkata|\
    Sri Lanka=Asia/Colombo|Nepal=Asia/Kathmandu|Central Asia=Asia/Bishkek|Bangladesh=Asia/Dhaka|Omsk=Asia/Omsk|\
    Myanmar=Asia/Yangon|SE Asia=Asia/Bangkok|Altai=Asia/Barnaul|W. Mongolia=Asia/Hovd|North Asia=Asia/Krasnoyarsk|\
    N. Central Asia=Asia/Novosibirsk|Tomsk=Asia/Tomsk|China=Asia/Shanghai|North Asia East=Asia/Irkutsk|\
    Singapore=Asia/Singapore|W. Australia=Australia/Perth|Taipei=Asia/Taipei|Ulaanbaatar=Asia/Ulaanbaatar|\
    Aus Central W.=Australia/Eucla|Transbaikal=Asia/Chita|Tokyo=Asia/Tokyo|North Korea=Asia/Pyongyang|\
    Korea=Asia/Seoul|Yakutsk=Asia/Yakutsk|Cen. Australia=Australia/Adelaide|AUS Central=Australia/Darwin|\
    E. Australia=Australia/Brisbane|AUS Eastern=Australia/Sydney|West Pacific=Pacific/Port_Moresby|\
    Tasmania=Australia/Hobart|Vladivostok=Asia/Vladivostok|Lord Howe=Australia/Lord_Howe|\
    Bougainville=Pacific/Bougainville|Russia 10=Asia/Srednekolymsk|Magadan=Asia/Magadan|Norfolk=Pacific/Norfolk|\
    Sakhalin=Asia/Sakhalin|Central Pacific=Pacific/Guadalcanal|Russia 11=Asia/Kamchatka|New Zealand=Pacific/Auckland|\
    UTC+12=Etc/GMT-12|Fiji=Pacific/Fiji|Chatham Islands=Pacific/Chatham|UTC+13=Etc/GMT-13|Tonga=Pacific/Tongatapu|\
    Samoa=Pacific/Apia|Line Islands=Pacific/Kiritimati|US/Eastern=America/New_York|US/Central=America/Chicago|\
    US/Mountain=America/Denver|US/Pacific=America/Los_Angeles
    """
}
