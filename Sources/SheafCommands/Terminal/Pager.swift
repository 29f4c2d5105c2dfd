import Glibc
package import NoteRepository
package import TerminalText

extension CommandContext {
  /// Writes data to standard output, through the pager where it would not fit on the terminal.
  ///
  /// `configured` is the configuration's `pager`; `cat` means none.
  package func page(_ text: StyledBytes, configured: UserProgram? = nil) {
    let command =
      program("SHEAF_PAGER") ?? configured ?? program("PAGER") ?? UserProgram(builtIn: "less")
    let capabilities = console.capabilities
    guard capabilities.isOutputTerminal, !globals.noPager, command.line != "cat",
      text.bytes.lazy.filter({ $0 == 0x0A }).count >= capabilities.rows
    else { return console.write(text) }
    console.flush()
    if !feed(text.bytes, toPager: command) { console.write(text) }
  }

  private func feed(_ bytes: [UInt8], toPager command: UserProgram) -> Bool {
    if environment["LESS"] == nil { setenv("LESS", "FRX", 1) }
    guard let pipe = popen(command.line, "w") else { return false }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, pipe) }
    // 127: the shell found no such program, so nothing was shown.
    return pclose(pipe) >> 8 != 127
  }
}
