/// How much of a note is read at all, the same for every command.
package enum NoteLimit {
  /// A larger file is listed by its name and never read.
  package static let bytes = 32 << 20
}
