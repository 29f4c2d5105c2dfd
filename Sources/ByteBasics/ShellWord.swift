/// A text as one word of the shell (POSIX.1, 2.2.2): in single quotes, and each quote in it as `'\''`.
///
/// - Parameter text: Of any form; a shell cannot pass on U+0000.
package func shellWord(_ text: String) -> String {
  "'" + text.replacing("'", with: "'\\''") + "'"
}
