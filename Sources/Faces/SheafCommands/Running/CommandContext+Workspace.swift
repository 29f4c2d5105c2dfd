package import CivilCalendar
package import NoteActions
package import NoteHistory
import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax
import Wording

extension CommandContext {
  package var places: UserPlaces { UserPlaces(environment: environment) }

  package func repository() throws -> Repository {
    var repository = try session.repository()
    repository.isForPrograms = access != nil
    return repository
  }

  /// Returns the settings in force in a repository, or the user's settings for nil.
  package func configuration(of repository: Repository?) -> Configuration {
    session.configuration(of: repository)
  }

  /// Returns the workspace of this run with an updated index.
  ///
  /// Files that cannot be read are reported on standard error, and the command continues.
  package func openWorkspace() throws -> Workspace {
    let repository = try repository()
    let configuration = configuration(of: repository)
    changes.settleUnfinishedCommand(repository, configuration)
    return try openWorkspace(of: repository, configuration)
  }

  /// Opens the workspace of a repository.
  ///
  /// - Parameters:
  ///   - repository: The repository of the notes.
  ///   - configuration: The settings of the repository.
  ///   - synchronized: False to use the index without an update. For programs the index is always updated, because a
  ///     new file may be private.
  ///   - letters: Further sealed letters, besides those of the repository itself, with the days on which they open.
  package func openWorkspace(
    of repository: Repository, _ configuration: Configuration, synchronized: Bool = true, letters: [NotePath: Day] = [:]
  ) throws -> Workspace {
    tellOfProblems(in: configuration, of: repository)
    let workspace = try workspace(of: repository, configuration, letters)
    guard access != nil else { return synchronized ? try upToDate(workspace, letters) : workspace }
    let known = try upToDate(workspace, letters)
    let disputed = try known.disputedNotes(heldBackBy: .forPrograms(at: clock()))
    let hidden = try disputed.union(known.encryptedFiles()).reduce(into: letters) { $0[$1] = ReadingGate.never }
    guard hidden.count > letters.count else { return known }
    let rest = try self.workspace(of: repository, configuration, hidden)
    // A stored index would hide a note even after the end of its conflict.
    return try self.synchronized(disputed.isEmpty ? rest : rest.withIndexInMemory())
  }

  /// Updates the index of a workspace. Rebuilds a damaged index, and reports an index that cannot be stored.
  private func upToDate(_ workspace: Workspace, _ letters: [NotePath: Day]) throws -> Workspace {
    let (repository, configuration) = (workspace.repository, workspace.configuration)
    do {
      return try self.synchronized(workspace)
    } catch let error where IndexDatabase.isDamage(error) {
      eraseDamagedIndex(of: repository)
      return try self.synchronized(try self.workspace(of: repository, configuration, letters))
    } catch let error where IndexDatabase.cannotBeStored(error) {
      warn(
        Message(
          "Cannot write the index in \(repository.cacheFolder) (\(error)); continuing without an index",
          ko: "색인을 쓸 수 없어 이번에는 색인 없이 실행합니다: \(repository.cacheFolder)(\(error))"))
      return try self.synchronized(try workspace.withIndexInMemory())
    }
  }

  /// Returns a workspace without updating its index.
  func workspace(
    of repository: Repository, _ configuration: Configuration, _ letters: [NotePath: Day] = [:]
  ) throws -> Workspace {
    var workspace = try Workspace.open(
      repository, configuration: configuration, telephoneRegions: telephoneRegions(configuration),
      zone: zone,
      gate: ReadingGate(today: clock().day, letters: letters, isForPrograms: access != nil),
      onDamage: { tellOfDamagedIndex() })
    workspace.git = git(in: repository)
    return workspace
  }

  /// Deletes a damaged index. The next command that needs an index builds a new index.
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

  /// Updates the index, and shows the progress of a long update. Each list of names that are not UTF-8 is reported
  /// once.
  ///
  /// - Returns: The workspace, and the findings of the scan that are not files.
  private func synchronized(_ workspace: Workspace) throws -> Workspace {
    let meter = ProgressMeter(context: self)
    let snapshot = earlyScan?.take(of: workspace.repository)
    let report = try workspace.synchronize(to: snapshot) { meter.show($0) }
    meter.clear()
    for problem in report.problems { warn(problem.explanation) }
    let names = report.namesWithoutUTF8
    if !names.isEmpty, ReportedOnce("names", of: workspace.repository).shouldReport(names) {
      tellOfSkippedNames(names)
    }
    var workspace = workspace
    workspace.namedCopies = report.conflictCopies
    return workspace
  }

  /// Names the files that no path of ours can name.
  func tellOfSkippedNames(_ names: [String]) {
    let list = names.prefix(20).map { "\n  " + $0 }.joined()
    let more = names.count > 20 ? "\n  … \(names.count)" : ""
    warn(
      Message(
        "Files skipped because their names are not UTF-8; rename the files to include the files:\(list)\(more)",
        ko: "이름이 UTF-8이 아닌 파일은 제외합니다. 이름을 바꾸면 사용할 수 있습니다:\(list)\(more)"))
  }

  /// Lets the next look at the files report names again: for commands that look after the repository.
  func reportSkippedNamesAgain() throws { ReportedOnce("names", of: try repository()).forget() }

  /// Reports the mistakes of the configuration. The settings that an untrusted repository wants to change are reported
  /// once for each state of its file.
  func tellOfProblems(in configuration: Configuration, of repository: Repository?) {
    for problem in configuration.problems { warn(problem.message) }
    guard let repository, !configuration.ignored.isEmpty else { return }
    let changed = configuration.trust == .lapsed ? [RepositoryTrust(repository).changedFile] : []
    let facts = configuration.ignored.map { "\($0.line) \($0.key) \($0.value)" } + changed
    guard ReportedOnce("trust", of: repository).shouldReport(facts) else { return }
    tellOfIgnoredSettings(in: configuration, of: repository)
  }

  func tellOfIgnoredSettings(in configuration: Configuration, of repository: Repository) {
    let list = configuration.ignored.map { "\n  \($0.key): \($0.value)" }.joined()
    let isChanged = configuration.trust == .lapsed
    let file = shownPath(
      isChanged ? repository.root + "/" + RepositoryTrust(repository).changedFile : repository.configurationFile)
    let reason =
      isChanged
      ? Message(
        "\(file) was changed since you trusted it; these settings have no effect:\(list)",
        ko: "\(file) 파일이 신뢰한 뒤에 바뀌어 다음 설정을 적용하지 않습니다:\(list)")
      : Message(
        "\(file) has settings that take effect only in a repository that you trust:\(list)",
        ko: "\(file) 파일의 다음 설정은 신뢰하는 저장소에서만 적용합니다:\(list)")
    warn(reason)
    tellHowToTrust()
  }

  package func tellHowToTrust() {
    note(
      Message(
        "If you know where this repository comes from, run “sheaf config trust”.",
        ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다."))
  }

  /// Returns the regions whose telephone numbers are links: those of `links.region`, else the region of the locale.
  ///
  /// A locale without a country, such as `C`, selects all regions. A locale of an unsupported country leaves only the
  /// international form.
  package func telephoneRegions(_ configuration: Configuration) -> Set<TelephoneRegion> {
    let names = configuration.list("links.region")
    if names.isEmpty { return localeRegions }
    var regions: Set<TelephoneRegion> = []
    for name in names {
      if name.lowercased() == "all" { return Set(TelephoneRegion.allCases) }
      if let region = TelephoneRegion(rawValue: name.uppercased()) {
        regions.insert(region)
      } else {
        let known = (TelephoneRegion.allCases.map(\.rawValue) + ["all"]).joined(separator: ", ")
        warn(
          Message(
            "links.region: unknown value “\(name)”; use \(known)",
            ko: "links.region에 쓸 수 없는 값입니다: “\(name)”. 사용할 수 있는 값: \(known)"))
      }
    }
    return regions
  }

  private var localeRegions: Set<TelephoneRegion> {
    let name = ["LC_ALL", "LC_TELEPHONE", "LANG"].lazy.compactMap(variable).first ?? ""
    guard name.contains("_") else { return Set(TelephoneRegion.allCases) }
    return TelephoneRegion(localeName: name).map { [$0] } ?? []
  }
}

/// A point of the past as the user names it.
package enum PastPoint {
  case commit(GitRevision)
  case days(DayRange)
}

extension CommandContext {
  /// Returns the meaning of words where a command looks back: a weekday and a date without a year are the last ones.
  package func pastReading(_ text: String) -> DateReading? {
    DateExpression.parse(text, relativeTo: clock(), zone: zone, for: .past)
  }

  /// Returns the point of the past that a user named: a revision of git's, else days. Four digits are a year, and not
  /// how the name of some commit begins.
  ///
  /// - Throws: ``UnknownRevision`` for a word that is neither.
  package func pastPoint(_ word: String, in git: any GitClient) throws -> PastPoint {
    let isYear = word.utf8.count == 4 && word.utf8.allSatisfy { $0 &- 0x30 < 10 }
    if isYear, let days = pastDays(word) { return .days(days) }
    do {
      return .commit(try GitRevision(word, endOfDay: nil, in: git))
    } catch let error as UnknownRevision {
      guard let days = pastDays(word) else { throw error }
      return .days(days)
    }
  }

  private func pastDays(_ word: String) -> DayRange? {
    switch pastReading(word) {
    case .day(let day)?: DayRange(day, day)
    case .range(let range)?: range
    case .moment?, nil: nil
    }
  }

  /// Returns the commit that a user named: a revision of git's, or days: the last commit before their end.
  func revision(_ word: String, in git: any GitClient) throws -> GitRevision {
    switch try pastPoint(word, in: git) {
    case .commit(let revision): revision
    case .days(let days): try GitRevision(word, endOfDay: seconds(at: days.last.adding(days: 1)), in: git)
    }
  }

  /// Returns the seconds since the epoch at which a day begins in local time.
  func seconds(at day: Day) -> Int { zone.moment(on: day, at: .midnight).secondsSinceEpoch() }

  /// Returns a moment as clocks here showed it.
  func moment(_ seconds: Int) -> CivilMoment { zone.moment(secondsSinceEpoch: seconds) ?? clock() }

  /// Returns the path that words mean: of a note that is there, or of one that was.
  func pathNowOrThen(_ text: String, in workspace: Workspace, parts: NamePartRule = .accepted) throws -> NotePath {
    do {
      return try note(text, in: workspace, parts: parts)
    } catch let error as NoteLookupError {
      switch error {
      case .notFound, .noEntry, .onlyPart: break
      default: throw error
      }
      if let path = workspace.repository.path(of: text, relativeTo: workingDirectory),
        path.isMarkdown
      {
        return path
      }
      // No note has a name that is written like a query.
      guard !text.contains(":"),
        let former = try? workspace.formerNote(text, in: git(in: workspace.repository))
      else { throw error }
      return former.present ?? former.path
    }
  }

  /// Returns the path of a note in a commit: the note that has this name now, else the note that had the name then.
  func path(
    _ text: String, at word: String, in workspace: Workspace, parts: NamePartRule = .accepted
  ) throws -> NotePath {
    let git = git(in: workspace.repository)
    let revision = try revision(word, in: git)
    do {
      let path = try pathNowOrThen(text, in: workspace, parts: parts)
      _ = try workspace.version(of: path, at: revision, from: git)
      return path
    } catch  where error is NoteLookupError || error is NotInCommit {
      guard let then = try? openWorkspace(at: word),
        let path = try? note(text, in: then, parts: .refused)
      else { throw error }
      return path
    }
  }

  /// Returns the workspace of this run, or one of the notes as a commit or the end of a day has them.
  func openWorkspace(at word: String?) throws -> Workspace {
    guard let word else { return try openWorkspace() }
    let repository = try repository()
    let git = git(in: repository)
    let configuration = configuration(of: repository)
    let commit = try revision(word, in: git)
    // The former text of a letter, from before it became one, opens with it.
    let letters = try openWorkspace(of: repository, configuration).unopenedLetters(since: commit, from: git)
    return try openWorkspace(of: try repository.atCommit(commit, from: git), configuration, letters: letters)
  }
}
