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

/// Copies a folder of fixtures.
package func copyFolder(_ source: String, to target: String) throws {
  try FileManager.default.copyItem(atPath: source, toPath: target)
}
