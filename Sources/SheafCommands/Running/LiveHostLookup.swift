import Glibc
import NoteActions
import NoteModel
import ParallelWork

/// Asks the system for the addresses of a host, in every form that it reads: `0x7f.1`, `127.1` and `0177.0.0.1` too.
enum LiveHostLookup {
  static func addresses(of host: String) async -> [HostAddress] {
    await onOwnThread { lookUp(host) }
  }

  private static func lookUp(_ host: String) -> [HostAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [HostAddress] = []
    var entry = list
    while let info = entry?.pointee {
      if let address = address(of: info) { addresses.append(address) }
      entry = info.ai_next
    }
    return addresses
  }

  private static func address(of info: addrinfo) -> HostAddress? {
    guard let pointer = info.ai_addr else { return nil }
    switch info.ai_family {
    case AF_INET:
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        HostAddress(withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) })
      }
    case AF_INET6:
      return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        HostAddress(withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) })
      }
    default: return nil
    }
  }
}
