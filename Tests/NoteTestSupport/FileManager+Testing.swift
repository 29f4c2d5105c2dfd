import Foundation

package func setPermissions(_ mode: Int, of path: String) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}

package func permissions(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

package func makeLink(at path: String, to target: String) throws {
  try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
}

package func linkTarget(of path: String) throws -> String {
  try FileManager.default.destinationOfSymbolicLink(atPath: path)
}

/// Makes a socket, which git cannot hold.
package func makeSocket(at path: String) throws {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { buffer in
    for (index, byte) in path.utf8.prefix(buffer.count - 1).enumerated() { buffer[index] = byte }
  }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
  }
  guard result == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// Copies a folder of fixtures.
package func copyFolder(_ source: String, to target: String) throws {
  try FileManager.default.copyItem(atPath: source, toPath: target)
}
