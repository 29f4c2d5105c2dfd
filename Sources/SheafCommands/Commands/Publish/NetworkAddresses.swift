import Glibc

/// The addresses by which other machines of the network reach this one.
enum NetworkAddresses {
  /// IPv4 addresses of interfaces that are up, private networks first; those of this machine alone are left out.
  static var own: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ifa_next
      let flags = Int32(entry.pointee.ifa_flags)
      guard flags & isUp != 0, flags & isLoopback == 0, let address = entry.pointee.ifa_addr,
        Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      addresses.append([24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: "."))
    }
    return addresses.filter(isPrivate) + addresses.filter { !isPrivate($0) }
  }

  /// `IFF_UP` and `IFF_LOOPBACK`.
  private static let isUp: Int32 = 0x1
  private static let isLoopback: Int32 = 0x8

  private static func isPrivate(_ address: String) -> Bool {
    address.hasPrefix("192.168.") || address.hasPrefix("10.")
  }
}
