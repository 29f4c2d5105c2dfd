import CivilCalendar
import HostSystem

/// The zones that programs name, by the system's database.
enum NamedZones {
  /// Returns the zone of a name of IANA or Windows: `Europe/Berlin`, `W. Europe Standard Time`.
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
    String(decoding: PackageResources.WindowsZones_txt, as: UTF8.self).split(separator: "\n").compactMap { row in
      let sides = row.split(separator: "=")
      return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
    }, uniquingKeysWith: { first, _ in first })
}
