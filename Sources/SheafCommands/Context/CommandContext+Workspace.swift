import NoteIndex
import NoteModel
import NoteRepository
package import NoteWorkspace
import Wording

extension CommandContext {
  var places: UserPlaces { UserPlaces(environment: environment) }

  /// Where the search for the repository begins: `-C`, else `SHEAF_DIR`, else the working folder.
  var startingFolder: String {
    let folder = globals.directory ?? variable("SHEAF_DIR") ?? workingDirectory
    return folder.hasPrefix("/") ? folder : workingDirectory + "/" + folder
  }

  /// The repository of this run.
  func repository() throws -> Repository {
    try Repository.discover(from: startingFolder, places: places)
  }

  func configuration(of repository: Repository?) -> Configuration {
    Configuration.load(
      userFile: places.configuration + "/config.yaml",
      repositoryFile: repository?.configurationFile, environment: environment)
  }

  /// The workspace of this run, its index brought up to date.
  ///
  /// What could not be read is told on standard error; everything else goes on.
  package func openWorkspace() throws -> Workspace {
    let repository = try repository()
    let configuration = configuration(of: repository)
    tellOfUnfinishedCommand(repository, configuration)
    return try openWorkspace(of: repository, configuration)
  }

  /// `synchronized`: False leaves the index as it is.
  func openWorkspace(
    of repository: Repository, _ configuration: Configuration, synchronized: Bool = true
  ) throws -> Workspace {
    for problem in configuration.problems { warn(problem.message) }
    let workspace = try Workspace.open(
      repository, configuration: configuration, telephoneRegions: telephoneRegions(configuration))
    guard synchronized else { return workspace }
    do {
      try synchronize(workspace)
      return workspace
    } catch let error where IndexDatabase.cannotBeStored(error) {
      warn(
        Message(
          "The index in \(repository.cacheFolder) cannot be written (\(error)); this command does without",
          ko: "\(repository.cacheFolder)에 색인을 쓸 수 없어(\(error)) 이번에는 색인 없이 합니다"))
      let temporary = try workspace.withIndexInMemory()
      try synchronize(temporary)
      return temporary
    }
  }

  /// Brings the index up to date; a long first time shows how far it is.
  func synchronize(_ workspace: Workspace) throws {
    let meter = ProgressMeter(context: self)
    let snapshot = earlyScan?.take(of: workspace.repository)
    let report = try workspace.synchronize(to: snapshot) { meter.show($0) }
    meter.clear()
    for problem in report.problems { warn(problem.explanation) }
  }
}
