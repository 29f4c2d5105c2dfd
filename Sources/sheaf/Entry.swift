import SheafCommands

@main
enum Entry {
  static func main() {
    runProcess()
  }
}
