package import NoteModel
import NoteSyntax

/// Notes that are open in an editor: their text counts instead of their files', which the index has read.
package struct UnsavedNotes: Sendable {
  package let notes: [NotePath: Note]

  package init(_ notes: [NotePath: Note]) { self.notes = notes }

  /// Returns the files that have a name. `stored` contains the files with this name in the index.
  func candidates(key: String, stored: [LinkCandidateNote]) -> [LinkCandidateNote] {
    var candidates = stored.filter { notes[$0.path] == nil }
    for (path, note) in notes {
      for name in note.names where name.key == key {
        candidates.append(LinkCandidateNote(path: path, rank: name.rank))
      }
    }
    return candidates
  }

  /// Returns the paths of the notes that meet a condition, sorted. `stored` are those that meet it in the index.
  func paths(_ stored: [NotePath], where holds: (Note) -> Bool) -> [NotePath] {
    let kept = stored.filter { notes[$0] == nil }
    return Set(kept + notes.values.filter(holds).map(\.path)).sorted()
  }
}

extension Note {
  /// Returns true if a link of the note uses one of these names.
  func asks(forAny keys: Set<String>, _ roots: LinkRoots) -> Bool {
    document.links.contains { link in
      LinkTarget(link).map { !keys.isDisjoint(with: $0.keys(in: roots)) } ?? false
    }
  }

  /// Returns true if the note has the tag, or one below it.
  func isTagged(below tag: TagName) -> Bool {
    let folded = foldedName(tag.string)
    return tags.contains {
      let name = foldedName($0.string)
      return name == folded || name.hasPrefix(folded + "/")
    }
  }
}
