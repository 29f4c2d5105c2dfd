import NoteRepository
import Wording

/// A folder would become a repository inside another one. Nothing was written.
struct NestedRepository: ExplainedError {
  let folder: String
  let outer: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(folder) is inside the repository \(outer); nothing was written",
      ko: "이미 저장소 안에 있는 폴더입니다: \(folder)(저장소: \(outer)). 아무것도 저장하지 않았습니다")
  }
  var hint: Message? {
    Message(
      "“sheaf --yes init” makes a repository inside the other one.",
      ko: "“sheaf --yes init”으로 저장소 안에 저장소를 만들 수 있습니다.")
  }

  /// A repository inside another one is rarely wanted, so it is asked for.
  static func confirm(_ path: String, in context: CommandContext) throws {
    guard !context.globals.assumeYes,
      !folderExists(path + "/" + Repository.settingsFolder),
      let outer = try? Repository.discover(
        from: existingFolder(of: path), places: context.places)
    else { return }
    guard context.mayAsk else { throw NestedRepository(folder: path, outer: outer.root) }
    let question = Message(
      "\(outer.root) is already a repository. Make another one inside it?",
      ko: "\(outer.root) 폴더는 이미 저장소입니다. 그 안에 저장소를 하나 더 만들까요?")
    guard try context.isConfirmed(question)
    else { throw NestedRepository(folder: path, outer: outer.root) }
  }

  /// The nearest folder above that is there: the new one may not be yet.
  private static func existingFolder(of path: String) -> String {
    var folder = path
    while !folderExists(folder), let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
    }
    return folder
  }
}
