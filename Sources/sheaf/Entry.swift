import EditorServing
import ExchangeCommands
import ProgramCommands
import SheafCommands
import SiteCommands

/// The one list: an extension is its import and its word here.
let extensions: [Program.Part] = [.exchange, .site, .languageServer, .programs]

@main
enum Entry {
  static func main() {
    Program.$running.withValue(Program([.core] + extensions)) { runProcess() }
  }
}
