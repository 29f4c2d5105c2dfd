package import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  var places: UserPlaces { UserPlaces(environment: environment) }

  /// Where the search for the repository begins: `-C`, else `SHEAF_DIR`, else the working folder.
  var startingFolder: String {
    let folder = globals.directory ?? variable("SHEAF_DIR") ?? workingDirectory
    return absolutePath(folder)
  }

  /// The repository of this run.
  func repository() throws -> Repository {
    try Repository.discover(from: startingFolder, places: places)
  }

  func configuration(of repository: Repository?) -> Configuration {
    Configuration.load(places: places, repository: repository, environment: environment)
  }

  /// The workspace of this run, its index brought up to date.
  ///
  /// What could not be read is reported on standard error; everything else goes on.
  package func openWorkspace() throws -> Workspace {
    let repository = try repository()
    let configuration = configuration(of: repository)
    settleUnfinishedCommand(repository, configuration)
    return try openWorkspace(of: repository, configuration)
  }

  /// - Parameter synchronized: False leaves the index as it is.
  func openWorkspace(
    of repository: Repository, _ configuration: Configuration, synchronized: Bool = true
  ) throws -> Workspace {
    tellOfProblems(in: configuration, of: repository)
    let workspace = try workspace(of: repository, configuration)
    guard synchronized else { return workspace }
    do {
      try synchronize(workspace)
      return workspace
    } catch let error where IndexDatabase.isDamage(error) {
      eraseDamagedIndex(of: repository)
      let workspace = try self.workspace(of: repository, configuration)
      try synchronize(workspace)
      return workspace
    } catch let error where IndexDatabase.cannotBeStored(error) {
      warn(
        Message(
          "Cannot write the index in \(repository.cacheFolder) (\(error)); continuing without it",
          ko: "색인을 쓸 수 없어 이번에는 색인 없이 실행합니다: \(repository.cacheFolder)(\(error))"))
      let temporary = try workspace.withIndexInMemory()
      try synchronize(temporary)
      return temporary
    }
  }

  private func workspace(
    of repository: Repository, _ configuration: Configuration
  ) throws -> Workspace {
    var workspace = try Workspace.open(
      repository, configuration: configuration, telephoneRegions: telephoneRegions(configuration),
      zone: zone, onDamage: { tellOfDamagedIndex() })
    workspace.git = git(in: repository)
    return workspace
  }

  /// Throws a damaged index away: whatever asks for it next builds it again.
  func eraseDamagedIndex(of repository: Repository) {
    tellOfDamagedIndex()
    eraseIndex(repository)
  }

  private func tellOfDamagedIndex() {
    warn(
      Message(
        "The index is damaged and is being rebuilt; your notes are unchanged",
        ko: "색인이 손상되어 다시 만듭니다. 메모는 그대로입니다"))
  }

  /// Brings the index up to date; a long first time shows how far it is.
  ///
  /// - Returns: The names that are not UTF-8, as they are shown; each list of them is reported once.
  @discardableResult
  func synchronize(_ workspace: Workspace) throws -> [String] {
    let meter = ProgressMeter(context: self)
    let snapshot = earlyScan?.take(of: workspace.repository)
    let report = try workspace.synchronize(to: snapshot) { meter.show($0) }
    meter.clear()
    for problem in report.problems { warn(problem.explanation) }
    let names = report.namesWithoutUTF8
    if !names.isEmpty, ReportedOnce("names", of: workspace.repository).isNews(names) {
      tellOfSkippedNames(names)
    }
    return names
  }

  /// Names the files that no path of ours can name.
  func tellOfSkippedNames(_ names: [String]) {
    let list = names.prefix(20).map { "\n  " + $0 }.joined()
    let more = names.count > 20 ? "\n  … \(names.count)" : ""
    warn(
      Message(
        "Files skipped because their names are not UTF-8; rename them to include them:\(list)\(more)",
        ko: "이름이 UTF-8이 아닌 파일은 제외합니다. 이름을 바꾸면 사용할 수 있습니다:\(list)\(more)"))
  }

  /// Lets the next look at the files report names again: for commands that look after the repository.
  func reportSkippedNamesAgain() throws {
    ReportedOnce("names", of: try repository()).forget()
  }
}
