import Glibc

/// Writes a small file of what Sheaf remembers between runs. Failing to do so is not a failure of the command.
package func writeStateFile(_ folder: String, _ name: String, _ bytes: [UInt8]) {
  do {
    try makePrivateFolder(folder)
    let temporary = try TemporaryFile(beside: folder + "/" + name, .secret, for: .write)
    defer { temporary.discard() }
    try temporary.write(bytes)
    _ = unsafe rename(temporary.path, folder + "/" + name)
  } catch {
    return
  }
}

/// The name of the terminal that this process talks to, `none` where there is none.
package func terminalName() -> String {
  for descriptor in [STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO] {
    if let name = unsafe ttyname(descriptor) { return unsafe String(cString: name) }
  }
  return "none"
}
