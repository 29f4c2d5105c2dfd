import Extensions
import SheafCommands

@main
enum Entry {
  static func main() {
    Program.$running.withValue(Program([.core] + extensions)) { runProcess() }
  }
}
