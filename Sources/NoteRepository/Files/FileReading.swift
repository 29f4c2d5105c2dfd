import CLinuxCalls
import Glibc

/// The bytes of a regular file, in as few reads as it takes.
///
/// `limit`: A file of more bytes is not read.
package func readFile(
  _ path: String, limit: Int = .max
) throws(RepositoryError) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    if errno == ENOENT { throw .missingFile(path) }
    throw .last(.read, path)
  }
  defer { close(descriptor) }
  return try readDescriptor(descriptor, path: path, limit: limit)
}

/// Reads a file whose path contains no symbolic link; nil where it does, and where such a file cannot be opened.
func readFileWithoutLinks(
  _ path: String, limit: Int = .max
) throws(RepositoryError) -> [UInt8]? {
  let descriptor = unsafe open_without_links(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  return try readDescriptor(descriptor, path: path, limit: limit)
}

func readDescriptor(
  _ descriptor: Int32, path: String, limit: Int = .max
) throws(RepositoryError) -> [UInt8] {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .last(.read, path) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    errno = EISDIR
    throw .last(.read, path)
  }
  var failed = false
  let size = Int(status.st_size)
  guard size <= limit else { throw .tooLarge(path) }
  var bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
    while count < size + 1 {
      let result = unsafe Glibc.read(
        descriptor, buffer.baseAddress?.advanced(by: count), size + 1 - count)
      if result < 0, errno == EINTR { continue }
      if result < 0 { failed = true }
      if result <= 0 { return }
      count += result
      // As long as it was said to be: no need to ask whether there is more.
      if count == size { return }
    }
  }
  guard !failed else { throw .last(.read, path) }
  if bytes.count > size { try appendRest(of: descriptor, to: &bytes, path: path) }
  return bytes
}

/// The file grew while it was read.
private func appendRest(
  of descriptor: Int32, to bytes: inout [UInt8], path: String
) throws(RepositoryError) {
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count == 0 { return }
    guard count > 0 else {
      if errno == EINTR { continue }
      throw .last(.read, path)
    }
    bytes += piece[..<count]
  }
}
