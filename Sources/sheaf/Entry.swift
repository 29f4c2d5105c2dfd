import EditorServing
import SheafCommands

/// The one list: an extension is its import and its word here.
let extensions: [Program.Part] = [.languageServer]

@main
enum Entry {
  static func main() {
    Program.$running.withValue(Program([.core] + extensions)) { runProcess() }
  }
}
