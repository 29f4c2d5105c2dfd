import Glibc

extension CommandContext {
  /// Writes data to standard output, through the pager where it would not fit on the terminal.
  ///
  /// `configured` is the configuration's `pager`; an empty one or `cat` means none.
  package func page(_ bytes: [UInt8], configured: String? = nil) {
    let capabilities = console.capabilities
    let lineCount = bytes.lazy.filter { $0 == 0x0A }.count
    let command = variable("SHEAF_PAGER") ?? configured ?? variable("PAGER") ?? "less"
    guard capabilities.isOutputTerminal, !globals.noPager, lineCount >= capabilities.rows,
      !command.isEmpty, command != "cat"
    else { return console.write(bytes) }
    console.flush()
    if !feed(bytes, toPager: command) { console.write(bytes) }
  }

  private func feed(_ bytes: [UInt8], toPager command: String) -> Bool {
    if environment["LESS"] == nil { setenv("LESS", "FRX", 1) }
    guard let pipe = popen(command, "w") else { return false }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, pipe) }
    // 127: the shell found no such program, so nothing was shown.
    return pclose(pipe) >> 8 != 127
  }
}
