import NoteRepository
import SheafSite
import Wording

extension CommandContext {
  /// Reads the pages that were written as a browser would.
  ///
  /// - Throws: ``ExitStatus/negative`` where links or places are missing.
  func checkPages(of folder: SiteFolder) throws {
    let names = folder.publishedFiles
    let problems = try SiteCheck.problems(in: names) { name in
      try readFile(folder.path + "/" + name)
    }
    for problem in problems { console.writeLine(text(problem)) }
    guard problems.isEmpty else { throw ExitStatus.negative }
    let count = names.count(where: SiteCheck.isPage)
    note(
      Message("No problems in \(counted(count, "page"))", ko: "페이지 \(count)개에 문제가 없습니다"))
  }

  /// Commits the files that were written, and no others.
  func commit(_ folder: SiteFolder, to branch: SiteBranch) throws {
    let files = try folder.publishedFiles.map { name in
      (path: name, bytes: try readFile(folder.path + "/" + name))
    }
    let message = text(Message("Publish the site", ko: "사이트 게시"))
    let name = branch.name
    if let commit = try branch.commit(files, message: message) {
      note(Message("Committed to \(name): \(commit)", ko: "\(name) 브랜치에 커밋했습니다: \(commit)"))
    } else {
      note(Message("\(name) already has this site", ko: "\(name) 브랜치에 이미 같은 사이트가 있습니다"))
    }
  }
}
