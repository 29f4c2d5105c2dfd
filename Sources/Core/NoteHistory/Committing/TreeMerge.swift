import NoteModel

/// Merges two commits, file by file.
///
/// Each file is merged under its name in the common ancestor, whatever names the sides have given it since: first the
/// contents are merged, then the names are decided. If two files get one name, git alone would put conflict markers
/// into one side's version, and git detects no rename to a name that another file gave up.
struct TreeMerge {
  private let git: any GitClient
  private let admits: GitMerging.Admitting
  private let decide: GitMerging.Deciding

  init(_ git: any GitClient, _ admits: @escaping GitMerging.Admitting, _ decide: @escaping GitMerging.Deciding) {
    self.git = git
    self.admits = admits
    self.decide = decide
  }

  enum Result {
    /// - Parameter open: The files that are as theirs, because a conflict about each is not decided.
    case tree(String, open: [OpenFile])
    case conflicts([GitConflict])
  }

  typealias OpenFile = (file: GitDisputes.File, conflict: GitConflict)
  private typealias Entry = MergeTreeOutput.Entry

  /// - Parameters:
  ///   - base: The common ancestor; nil for that of the two.
  ///   - isWhole: True if one conflict that nothing decides stops all.
  /// - Throws: ``GitRefusal/nameTaken(_:)``, ``GitError``, or an error of the decision
  func merge(_ ours: String, _ theirs: String, base: String? = nil, isWhole: Bool = true) throws -> Result {
    let ancestor = try base ?? git.output(.reading("merge-base", ours, theirs)).text
    var (here, there) = try (side(since: ancestor, to: ours), side(since: ancestor, to: theirs))
    here.new.formUnion(there.new.intersection(here.come))
    there.new.formUnion(here.new.intersection(there.come))
    // Commits as they are have more than one common ancestor if the branches crossed.
    let isPlain = base == nil && here.isPlain && there.isPlain
    let one = try isPlain ? ours : commit(here, on: ancestor)
    let other = try isPlain ? theirs : commit(there, on: ancestor)
    let outcome = try git.run(.writing("merge-tree", "--write-tree", "-z", one, other))
    // 1 is a tree with conflicts in it.
    guard outcome.status <= 1, let answer = MergeTreeOutput(outcome.output.texts) else {
      throw GitError.failed("merge-tree", status: outcome.status, said: outcome.errors)
    }
    // Git has its own version there, which may have marks of a conflict in it.
    if answer.stages.keys.contains(where: \.string.hasReplacedBytes) { return .conflicts([answer.unknownConflict]) }
    let new = try (here: entries(here.new, in: ours), there: entries(there.new, in: theirs))
    let ofBoth = here.new.intersection(there.new).sorted().map { path in
      MergedFile(new: path, ours: new.here[path], theirs: new.there[path])
    }
    let merged = try files(answer, here, there, versions: (ancestor, one, other)) + ofBoth
    var placed: [PlacedFile] = []
    var left: [GitConflict] = []
    var open: [OpenFile] = []
    var expected: [NotePath: Entry?] = [:]
    var followed: [(conflict: GitConflict, path: NotePath, former: [UInt8], latter: [UInt8])] = []
    for file in merged {
      guard let conflict = try conflict(file, here, there) else {
        // A file goes only if a side removed it.
        guard file.merged != nil || file.ours == nil || file.theirs == nil else { throw Self.missing(file.former) }
        placed.append(PlacedFile(file, at: file.name, file.merged))
        continue
      }
      if areTwo(conflict), file.base == nil {
        placed.append(PlacedFile(file, at: file.here, file.ours, isNameOurs: true))
        placed.append(PlacedFile(file, at: file.there, file.theirs, isNameOurs: false))
      } else if let decision = try decide(conflict) {
        if case .following(_, let other, let former, let latter) = decision {
          followed.append((conflict, NotePath(trusted: other), former, latter))
        }
        placed.append(try settle(file, conflict, decision))
      } else {
        left.append(conflict)
        guard !isWhole, let dispute = try dispute(file, conflict) else { continue }
        open.append((dispute, conflict))
        expected.updateValue(file.theirs, forKey: file.name)
        placed.append(PlacedFile(file, at: file.name, file.theirs))
      }
    }
    for (new, others, isOurs) in [(new.here, there.new, true), (new.there, here.new, false)] {
      placed += new.filter { !others.contains($0.key) }.sorted { $0.key < $1.key }
        .map { PlacedFile(new: $0.value, at: $0.key, isOurs: isOurs) }
    }
    if answer.stages.isEmpty, here.moves.isEmpty, there.moves.isEmpty, !outcome.isSuccess {
      left.append(answer.unknownConflict)
    }
    guard left.count == open.count else { return .conflicts(left) }
    var tree: String
    switch try place(refiltered(placed), in: answer.tree) {
    case .conflicts(let others): return .conflicts(left + others)
    case .tree(let all, _): tree = all
    }
    for (conflict, path, former, latter) in followed {
      let present = try entries([path], in: tree)[path]
      let known = try versions(nil, (path, present), (path, nil))
      // Text of an encrypted note is never merged into a note that is not encrypted.
      guard known.ours == former, known.isFiltered || conflict.versions?.isFiltered != true else {
        return .conflicts(left + [conflict])
      }
      tree = try git.tree(tree, replacing: [path: entry(latter, like: present, at: path, known)])
    }
    // A name that another file has by now is a question about both.
    let present = try entries(Set(open.map(\.file.path)), in: tree)
    let isAsTheirs = expected.count == open.count && expected.allSatisfy { present[$0] == $1 }
    return isAsTheirs ? .tree(tree, open: open) : .conflicts(left)
  }

  /// Returns the file of a conflict that can stay open while all other files are merged. Nil for other conflicts.
  private func dispute(_ file: MergedFile, _ conflict: GitConflict) throws(GitError) -> GitDisputes.File? {
    switch conflict {
    case .contents, .removedHere, .removedThere: break
    case .renamed, .folder, .other: return nil
    }
    // Attributes decide how other files are written, so they are not merged here.
    guard [file.base, file.ours, file.theirs].allSatisfy({ $0?.isFile ?? true }), file.name.fileName != ".gitattributes"
    else { return nil }
    // A file that one side removed and the other only renamed has changed all the same.
    var base = file.base
    if base == file.ours || base == file.theirs {
      base = Entry(mode: "100644", object: try git.output(.writing("hash-object", "-w", "--stdin")).text)
    }
    return GitDisputes.File(path: file.name, base: base, ours: file.ours)
  }

  // MARK: - By former names

  private struct Side {
    let commit: String
    /// New paths by the former ones.
    let moves: [NotePath: NotePath]
    /// New files that are hidden from git. Git would take them for renamed files because of similar text, or they have
    /// the former name of a renamed file.
    var new: Set<NotePath>
    /// The paths that had no file before, and that no renamed file has.
    let come: Set<NotePath>
    /// The former paths of the notes with other contents.
    let changed: Set<NotePath>

    var names: Set<NotePath> { Set(moves.values) }
    var isPlain: Bool { moves.isEmpty && new.isEmpty }

    func name(_ path: NotePath) -> NotePath { moves[path] ?? path }
  }

  /// Returns a side with its renames, as far as the files can have their former names next to the side's other files.
  private func side(since base: String, to side: String) throws(GitError) -> Side {
    // A file whose name git cannot be asked for was removed, and another one added.
    let renames = try GitRenames(since: base, to: side, in: git)
    var moves = renames.moves.filter { former, name in
      !former.string.hasReplacedBytes && !name.string.hasReplacedBytes
    }
    // Git has the encrypted bytes of a note that `git mv` took out of an encrypted folder: nobody decided for clear text.
    let filters = GitFilters(git)
    let filtered = try filters.names(of: moves.flatMap { [$0.key.string, $0.value.string] })
    let bared = moves.filter { filtered[$0.key] != nil && filtered[$0.value] == nil }.values.map(\.string)
    let encrypted = try filters.encrypted(bared, in: side)
    moves = moves.filter { !encrypted.contains($0.value.string) }
    let present = try entries(Set(moves.keys.flatMap { [$0] + $0.ancestors }), in: side)
    func isTaken(_ path: NotePath) -> Bool { renames.exchanged.contains(path) && present[path]?.isFolder == false }
    while true {
      let names = Set(moves.values)
      let blocked = moves.keys.filter { path in
        present[path].map { $0.isFolder || !names.contains(path) && !isTaken(path) } == true
          || path.ancestors.contains { present[$0].map { !$0.isFolder } == true && !names.contains($0) }
      }
      if blocked.isEmpty { break }
      for path in blocked { moves[path] = nil }
    }
    let names = Set(moves.values)
    let hasRemoved = renames.gone.contains { moves[$0] == nil }
    var new = Set(moves.keys.filter { isTaken($0) && !names.contains($0) })
    let come = renames.come.filter { !names.contains($0) && !$0.string.hasReplacedBytes }
    for path in come where hasRemoved {
      // A folder where a file was is git's to see.
      if !path.ancestors.contains(where: renames.gone.contains) { new.insert(path) }
    }
    let formers = Dictionary(moves.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
    let changed = Set(renames.changed.map { formers[$0] ?? $0 }).filter(\.isMarkdown)
    return Side(commit: side, moves: moves, new: new, come: come, changed: changed)
  }

  /// Creates a copy of a side's commit in which files have their former names. The commit is temporary, so it is not
  /// signed, and has the same id each time.
  private func commit(_ side: Side, on base: String) throws(GitError) -> String {
    let tree = try git.output(.reading("rev-parse", "--verify", side.commit + "^{tree}")).text
    var edits: [NotePath: Entry?] = [:]
    for path in side.names.union(side.new) { edits.updateValue(nil, forKey: path) }
    let entries = try entries(side.names, in: tree)
    for (former, name) in side.moves {
      guard let entry = entries[name] else { throw Self.missing(name) }
      edits.updateValue(entry, forKey: former)
    }
    return try git.ownCommit(of: git.tree(tree, replacing: edits), on: base)
  }

  // MARK: - Files

  /// A file that a side renamed, or that git could not merge.
  private struct MergedFile {
    /// The name in the common ancestor, or the only name of a new file.
    let former: NotePath
    /// The path to which git has moved it.
    let place: NotePath
    let base, ours, theirs: Entry?
    let here, there: NotePath
    /// The result of git's merge, if that is no conflict.
    let merged: Entry?
    let isConflict: Bool

    init(
      former: NotePath, place: NotePath, base: Entry?, ours: Entry?, theirs: Entry?, here: NotePath, there: NotePath,
      merged: Entry?, isConflict: Bool
    ) {
      (self.former, self.place, self.here, self.there) = (former, place, here, there)
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
      (self.merged, self.isConflict) = (merged, isConflict)
    }

    /// Creates the versions of a file that both sides added.
    init(new path: NotePath, ours: Entry?, theirs: Entry?) {
      self.init(
        former: path, place: path, base: nil, ours: ours, theirs: theirs, here: path, there: path,
        merged: ours == theirs ? ours : nil, isConflict: ours != theirs)
    }

    var name: NotePath { here != former && ours != nil ? here : theirs == nil ? here : there }
    /// True if a folder has its name.
    var isDisplaced: Bool { place != former && name == former }
  }

  private func files(
    _ answer: MergeTreeOutput, _ here: Side, _ there: Side, versions: (String, String, String)
  ) throws(GitError) -> [MergedFile] {
    var places: [NotePath: NotePath] = [:]
    for place in answer.stages.keys {
      places[answer.displaced[place].map { NotePath(trusted: $0) } ?? place] = place
    }
    let refused = try refused(answer, here, there, versions: versions)
    let formers = Set(here.moves.keys).union(there.moves.keys).union(places.keys).union(refused)
    guard !formers.isEmpty else { return [] }
    let base = try entries(formers, in: versions.0)
    let ours = try entries(formers, in: versions.1)
    let theirs = try entries(formers, in: versions.2)
    let merged = try entries(formers, in: answer.tree)
    return formers.sorted().map { path in
      let place = places[path] ?? path
      let isConflict = places[path] != nil || refused.contains(path)
      return MergedFile(
        former: path, place: place, base: base[path]?.file, ours: ours[path]?.file, theirs: theirs[path]?.file,
        here: here.name(path), there: there.name(path),
        merged: isConflict ? nil : merged[path]?.file, isConflict: isConflict)
    }
  }

  /// Returns the former paths of the notes that both sides changed and that git merged to a text that is not admitted.
  private func refused(
    _ answer: MergeTreeOutput, _ here: Side, _ there: Side, versions: (String, String, String)
  ) throws(GitError) -> Set<NotePath> {
    let paths = here.changed.intersection(there.changed).subtracting(answer.stages.keys)
    guard !paths.isEmpty else { return [] }
    var all: [[NotePath: Entry]] = []
    for tree in [versions.0, versions.1, versions.2, answer.tree] { all.append(try entries(paths, in: tree)) }
    let notes = paths.sorted().map { path in (path: path, objects: all.compactMap { $0[path]?.file?.object }) }
      .filter { $0.objects.count == 4 && Set($0.objects[..<3]).count == 3 }
    let contents = try GitObjects(git).texts(of: notes.flatMap(\.objects))
    return Set(
      notes.filter { note in
        let texts = note.objects.compactMap { contents[$0] }
        return texts.count == 4 && !admits(texts[3], GitFileVersions(base: texts[0], ours: texts[1], theirs: texts[2]))
      }.map(\.path))
  }

  /// Returns the conflict about a file; nil if there is none.
  private func conflict(_ file: MergedFile, _ here: Side, _ there: Side) throws(GitError) -> GitConflict? {
    if file.isDisplaced { return .folder(file.name.string, place: file.place.string, try versions(file)) }
    switch (file.ours, file.theirs) {
    case (nil, nil): return nil
    case (nil, .some):
      guard file.isConflict || file.there != file.former && file.base != nil else { return nil }
      return .removedHere(try label(file, here, there))
    case (.some, nil):
      guard file.isConflict || file.here != file.former && file.base != nil else { return nil }
      return .removedThere(try label(file, here, there))
    case (.some(let ours), .some(let theirs)):
      if Set([file.here, file.there, file.former]).count == 3 {
        return .renamed(from: file.former.string, here: file.here.string, there: file.there.string, try versions(file))
      }
      guard file.isConflict else { return nil }
      // A symbolic link, a nested repository, or a file and a link: one of the two is taken whole.
      let isText = ours.isFile && theirs.isFile
      let none = GitFileVersions(base: nil, ours: nil, theirs: nil)
      return .contents(try label(file, here, there), try isText ? versions(file) : none)
    }
  }

  /// Returns the name of a file in a conflict. If a side has another file of the new name, the former name is used.
  private func label(_ file: MergedFile, _ here: Side, _ there: Side) throws(GitError) -> String {
    guard file.here != file.there else { return file.name.string }
    let other = file.name == file.here ? there.commit : here.commit
    return try (entries([file.name], in: other).isEmpty ? file.name : file.former).string
  }

  private func versions(_ file: MergedFile) throws(GitError) -> GitFileVersions {
    try versions((file.former, file.base), (file.here, file.ours), (file.there, file.theirs))
  }

  private typealias Version = (path: NotePath, entry: Entry?)

  private func versions(_ base: Version?, _ ours: Version, _ theirs: Version) throws(GitError) -> GitFileVersions {
    let all = [base, ours, theirs].compactMap(\.self)
    let contents = try GitObjects(git).contents(of: all.compactMap { $0.entry?.object })
    func content(_ version: Version?) -> [UInt8]? { (version?.entry?.object).flatMap { contents[$0] } }
    let filters = GitFilters(git)
    // A file that a filter has encrypted cannot be merged as text.
    let isText = !all.contains { content($0)?.contains(0) == true }
    let names = try isText ? [:] : filters.names(of: all.map(\.path.string))
    func opened(_ version: Version?) throws(GitError) -> [UInt8]? {
      guard let version, let object = version.entry?.object, names[version.path] != nil else { return content(version) }
      return try filters.opened(object, at: version.path.string)
    }
    return GitFileVersions(
      base: try opened(base), ours: try opened(ours), theirs: try opened(theirs), isFiltered: !names.isEmpty)
  }

  // MARK: - Names

  /// A file with the changes of both sides, and the name that it gets.
  private struct PlacedFile {
    let former: NotePath
    /// The path before it gets the name; that of no file for one that is not there.
    let place: NotePath
    var name: NotePath
    /// The merged entry; nil if the file is removed.
    var entry: Entry?
    /// True if ours gave it the name, false if theirs did; nil for a name that it always had, or that both gave.
    var isNameOurs: Bool?
    /// True if the user chose the name.
    var isChosen = false

    init(_ file: MergedFile, at name: NotePath, _ entry: Entry?) {
      (former, place, self.name, self.entry) = (file.former, file.place, name, entry)
      let given = (file.ours != nil && file.here == name, file.theirs != nil && file.there == name)
      isNameOurs = given.0 == given.1 ? nil : given.0
    }

    init(_ file: MergedFile, at name: NotePath, _ entry: Entry?, isNameOurs: Bool) {
      self.init(file, at: name, entry)
      self.isNameOurs = isNameOurs
    }

    /// Creates the file of one side that is not in the merged tree.
    init(new entry: Entry, at path: NotePath, isOurs: Bool) {
      (former, name, self.entry, isNameOurs) = (path, path, entry, isOurs)
      let folder = path.folder.map { $0.string + "/" } ?? ""
      place = NotePath(trusted: folder + (isOurs ? ".sheaf-ours-" : ".sheaf-theirs-") + path.fileName)
    }

    init(present entry: Entry, at path: NotePath) {
      (former, place, name, self.entry, isNameOurs) = (path, path, path, entry, nil)
    }
  }

  private func settle(
    _ file: MergedFile, _ conflict: GitConflict, _ decision: GitDecision
  ) throws(GitError) -> PlacedFile {
    switch decision {
    case .bytes(let bytes), .following(let bytes, _, _, _):
      return PlacedFile(file, at: file.name, try entry(bytes, like: file.ours, at: file.name, conflict.versions))
    case .ours: return PlacedFile(file, at: file.name, file.ours)
    case .theirs: return PlacedFile(file, at: file.name, file.theirs)
    case .remove: return PlacedFile(file, at: file.name, nil)
    case .name(let name, let bytes):
      let merged = try bytes.map { bytes throws(GitError) in
        try entry(bytes, like: file.ours, at: NotePath(trusted: name), conflict.versions)
      }
      var placed = PlacedFile(file, at: NotePath(trusted: name), merged ?? file.ours ?? file.theirs)
      placed.isChosen = true
      return placed
    }
  }

  private func entry(
    _ bytes: [UInt8], like entry: Entry?, at path: NotePath, _ versions: GitFileVersions?
  ) throws(GitError) -> Entry {
    let object =
      try versions?.isFiltered == true
      ? GitFilters(git).stored(bytes, at: path.string)
      : git.output(.writing("hash-object", "-w", "--stdin", "--no-filters", input: bytes)).text
    return Entry(mode: entry?.mode ?? "100644", object: object)
  }

  /// Returns the files in the form in which git stores their new names: the filter of an old name may encrypt, and the
  /// filter of the new name may not.
  private func refiltered(_ files: [PlacedFile]) throws(GitError) -> [PlacedFile] {
    let moved = files.filter { $0.entry?.isFile == true && $0.former != $0.name }
    let filters = GitFilters(git)
    let names = try filters.names(of: moved.flatMap { [$0.former.string, $0.name.string] })
    let places = files.indices.filter { names[files[$0].former] != names[files[$0].name] }
    let texts = try GitObjects(git).texts(of: places.compactMap { files[$0].entry?.object })
    var results = files
    for place in places {
      guard let entry = files[place].entry, entry.isFile, let text = texts[entry.object] else { continue }
      let object = try filters.stored(text, at: files[place].name.string)
      results[place].entry = Entry(mode: entry.mode, object: object)
    }
    return results
  }

  /// Gives the files their names, and decides where two would have one.
  private func place(_ files: [PlacedFile], in tree: String) throws -> Result {
    guard !files.isEmpty else { return .tree(tree, open: []) }
    let places = Set(files.map(\.place))
    let wanted = Set(files.flatMap { $0.entry == nil ? [] : [$0.name] + $0.name.ancestors })
    let present = try entries(wanted, in: tree).filter { !places.contains($0.key) }
    var left: [GitConflict] = []
    var placed: [NotePath: PlacedFile] = [:]
    for file in files where file.entry != nil {
      let present = present[file.name].flatMap(\.file).map { PlacedFile(present: $0, at: file.name) }
      guard let other = placed[file.name] ?? present else {
        placed[file.name] = file
        continue
      }
      guard !file.isChosen, !other.isChosen else { throw GitRefusal.nameTaken(file.name.string) }
      guard let apart = try keptApart(file, other, besides: placed, in: tree) else {
        placed[file.name] = try united(file, other, &left)
        continue
      }
      for file in apart { placed[file.name] = file }
    }
    for path in wanted where present[path].flatMap(\.file) != nil && placed[path] == nil {
      // A file where a folder has to be.
      placed[path] = present[path].flatMap(\.file).map { PlacedFile(present: $0, at: path) }
    }
    let folders = Set(placed.keys.flatMap(\.ancestors))
    for file in placed.values.sorted(by: { $0.name < $1.name })
    where folders.contains(file.name) || present[file.name]?.isFolder == true {
      if let moved = try movedAside(file, in: tree, &left) {
        placed[file.name] = nil
        guard placed[moved.name] == nil else { throw GitRefusal.nameTaken(moved.name.string) }
        placed[moved.name] = moved
      }
    }
    guard left.isEmpty else { return .conflicts(left) }
    var edits: [NotePath: Entry?] = [:]
    for place in places.union(placed.values.map(\.place)) { edits.updateValue(nil, forKey: place) }
    for (name, file) in placed { edits.updateValue(file.entry, forKey: name) }
    return .tree(try git.tree(tree, replacing: edits), open: [])
  }

  /// Returns true for two new notes with ids of their own, and for two pictures or documents: they only happen to have
  /// one name.
  private func areTwo(_ conflict: GitConflict) -> Bool {
    guard case .contents(let name, let versions) = conflict, let ours = versions.ours, let theirs = versions.theirs
    else { return false }
    let path = NotePath(trusted: name)
    return path.isMarkdown ? NoteIdentifier.areTwo(ours, theirs) : FileKind(path.fileName) != .other && !path.isHidden
  }

  /// Keeps two files with one name apart: our file gets the next free name, as a new note does.
  private func keptApart(
    _ file: PlacedFile, _ other: PlacedFile, besides placed: [NotePath: PlacedFile], in tree: String
  ) throws -> [PlacedFile]? {
    let isOurs = file.isNameOurs ?? !(other.isNameOurs ?? false)
    let (ours, theirs) = isOurs ? (file, other) : (other, file)
    let versions = try versions(nil, (ours.name, ours.entry), (theirs.name, theirs.entry))
    guard ours.entry != theirs.entry, areTwo(.contents(file.name.string, versions)) else { return nil }
    let stem = file.name.withoutExtension.string
    let ending = file.name.string.utf8.dropFirst(stem.utf8.count)
    var moved = ours
    for number in 2... {
      moved.name = NotePath(trusted: "\(stem) \(number)\(Substring(ending))")
      let isFree = try placed[moved.name] == nil && entries([moved.name], in: tree).isEmpty
      if isFree { break }
    }
    return [theirs, moved]
  }

  /// Unites two files with one name, as if both were new.
  private func united(_ file: PlacedFile, _ other: PlacedFile, _ left: inout [GitConflict]) throws -> PlacedFile {
    let isOurs = file.isNameOurs ?? !(other.isNameOurs ?? false)
    let (ours, theirs) = isOurs ? (file, other) : (other, file)
    guard ours.entry != theirs.entry else { return ours }
    let conflict = GitConflict.contents(
      file.name.string, try versions(nil, (ours.name, ours.entry), (theirs.name, theirs.entry)))
    var result = ours
    switch try decide(conflict) {
    case .bytes(let bytes)?: result.entry = try entry(bytes, like: ours.entry, at: ours.name, conflict.versions)
    case .ours?: break
    case .theirs?: result.entry = theirs.entry
    default: left.append(conflict)
    }
    return result
  }

  /// Moves a file aside whose name a folder needs. Nil if the file has no new name yet.
  private func movedAside(_ file: PlacedFile, in tree: String, _ left: inout [GitConflict]) throws -> PlacedFile? {
    let isOurs = file.isNameOurs ?? true
    let conflict = GitConflict.folder(
      file.name.string, place: file.place.string,
      try versions(nil, (file.name, isOurs ? file.entry : nil), (file.name, isOurs ? nil : file.entry)))
    guard case .name(let name, _)? = try decide(conflict) else {
      left.append(conflict)
      return nil
    }
    var moved = file
    moved.name = NotePath(trusted: name)
    guard try entries([moved.name], in: tree).isEmpty else { throw GitRefusal.nameTaken(name) }
    return moved
  }

  // MARK: - Trees

  /// Returns the error for a tree without a required file: nothing is merged.
  private static func missing(_ path: NotePath) -> GitError {
    .failed("ls-tree", status: 0, said: path.string)
  }

  /// Returns the entries of a tree at these paths, folders too.
  private func entries(_ paths: Set<NotePath>, in tree: String) throws(GitError) -> [NotePath: Entry] {
    guard !paths.isEmpty else { return [:] }
    let lines = try git.texts(
      .reading("ls-tree", "-r", "-t", "-z", "--full-tree", "--end-of-options", tree),
      about: paths.map(\.string).sorted()
    ) { String($0.split(separator: "\t", maxSplits: 1).last ?? "") }
    var entries: [NotePath: Entry] = [:]
    for line in lines {
      // `MODE TYPE OBJECT`, a tab, the path.
      guard let tab = line.firstIndex(of: "\t") else { continue }
      let words = line[..<tab].split(separator: " ").map(String.init)
      let path = NotePath(trusted: String(line[line.index(after: tab)...]))
      guard words.count == 3, paths.contains(path) else { continue }
      entries[path] = Entry(mode: words[0], object: words[2])
    }
    return entries
  }
}

extension GitClient {
  /// Returns a tree, or that of a commit, with other entries; nil takes a file away.
  func tree(_ tree: String, replacing edits: [NotePath: MergeTreeOutput.Entry?]) throws(GitError) -> String {
    guard !edits.isEmpty else { return tree }
    let folder = try output(.asking(.revParse, "--absolute-git-dir")).text
    // An index of its own, which the next run rebuilds.
    let index = ["GIT_INDEX_FILE": folder + "/sheaf-merge"]
    _ = try output(.writing("read-tree", tree, variables: index))
    let none = String(repeating: "0", count: tree.utf8.count)
    let lines = edits.map { path, entry in "\(entry?.mode ?? "0") \(entry?.object ?? none)\t\(path)\0" }
    // Removals go first: a file may become a folder.
    let input = lines.sorted { $0.hasPrefix("0 ") && !$1.hasPrefix("0 ") }.joined()
    _ = try output(.writing("update-index", "-z", "--index-info", input: Array(input.utf8), variables: index))
    return try output(.writing("write-tree", variables: index)).text
  }

  /// Creates a temporary commit: it is not signed, and has the same id each time.
  func ownCommit(of tree: String, on parent: String) throws(GitError) -> String {
    var command = GitCommand.writing("commit-tree", tree, "-p", parent, "-m", "sheaf")
    for role in ["AUTHOR", "COMMITTER"] {
      command.variables.merge(
        ["GIT_\(role)_NAME": "sheaf", "GIT_\(role)_EMAIL": "sheaf", "GIT_\(role)_DATE": "@0 +0000"]) { $1 }
    }
    return try output(command).text
  }
}

/// The output of `git merge-tree --write-tree -z`: a tree; `MODE OBJECT STAGE`, a tab and a path for each version of a
/// file in conflict; an empty field; messages, each with its paths, its kind and its words.
struct MergeTreeOutput {
  struct Entry: Hashable, Sendable {
    let mode: String
    let object: String
    var isFile: Bool { mode.hasPrefix("100") }
    var isFolder: Bool { mode == "040000" }
    /// The entry, unless the entry is a folder.
    var file: Entry? { isFolder ? nil : self }
  }

  struct Note {
    let paths: [String]
    let kind: String
    let text: String
    var isConflict: Bool { kind.hasPrefix("CONFLICT") }
  }

  let tree: String
  private(set) var stages: [NotePath: [Int: Entry]] = [:]
  private(set) var messages: [Note] = []

  /// A conflict that no file shows.
  var unknownConflict: GitConflict {
    let said = messages.filter(\.isConflict).map(\.text).joined()
    return .other(said.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// The names of files that gave way to a folder, by the paths to which git has moved them.
  var displaced: [NotePath: String] {
    let moves = messages.filter { $0.kind == "CONFLICT (file/directory)" && $0.paths.count == 2 }
    return Dictionary(moves.map { (NotePath(trusted: $0.paths[0]), $0.paths[1]) }, uniquingKeysWith: { $1 })
  }

  /// Reads `MODE OBJECT STAGE`, a tab and a path, which is also the output of `git ls-files --unmerged`.
  ///
  /// - Returns: False for anything else.
  static func read(_ field: String, into stages: inout [NotePath: [Int: Entry]]) -> Bool {
    guard let tab = field.firstIndex(of: "\t") else { return false }
    let words = field[..<tab].split(separator: " ").map(String.init)
    guard words.count == 3, let stage = Int(words[2]) else { return false }
    let path = NotePath(trusted: String(field[field.index(after: tab)...]))
    stages[path, default: [:]][stage] = Entry(mode: words[0], object: words[1])
    return true
  }

  init?(_ fields: [String]) {
    guard let tree = fields.first, tree.utf8.count >= 40 else { return nil }
    self.tree = tree
    var rest = fields.dropFirst()
    while let field = rest.popFirst(), !field.isEmpty {
      guard Self.read(field, into: &stages) else { return nil }
    }
    while let field = rest.popFirst(), let count = Int(field), rest.count >= count + 2 {
      let paths = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      guard let kind = rest.popFirst(), let text = rest.popFirst() else { return nil }
      messages.append(Note(paths: paths, kind: kind, text: text))
    }
  }
}
