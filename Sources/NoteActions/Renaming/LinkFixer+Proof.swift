import ByteBasics
import NoteModel
import NoteSyntax

/// A changed note is read again before it is written.
extension LinkFixer {
  /// The edits that are certain one by one, and the goals that are not reached then.
  mutating func certain(_ plan: Plan, _ document: Document, _ path: NotePath) throws -> Plan {
    var kept = Plan(edits: [], lost: plan.lost)
    for edit in plan.edits {
      if try reads(document, with: kept.textEdits + edit.edits, path) {
        kept.edits.append(edit)
      } else {
        kept.lost.append(edit.goal)
      }
    }
    return kept
  }

  /// True where the changed note reads back as it must.
  mutating func reads(
    _ document: Document, with edits: [TextEdit], _ path: NotePath
  ) throws -> Bool {
    if edits.isEmpty { return true }
    guard let after = try? document.source.applying(edits) else { return false }
    return try isSame(document, Document(parsing: after.bytes), path)
  }

  /// The changed note has the same links, each leading to its goal, and the same fields next to them.
  private mutating func isSame(
    _ before: Document, _ after: Document, _ path: NotePath
  ) throws -> Bool {
    guard before.links.count == after.links.count,
      before.frontMatter?.entries.map(\.key) == after.frontMatter?.entries.map(\.key)
    else { return false }
    for (written, changed) in zip(before.links, after.links) {
      if changed.says(thatOf: written) { continue }
      let meaning = try meaning(of: written, from: path)
      let old = meaning.link
      let new = old == written ? changed : changed.reversed ?? changed
      guard old.kind == new.kind, old.text == new.text || old.kind == .wiki else { return false }
      let hasChanged =
        old.destination != new.destination || old.fragment != new.fragment || old.text != new.text
      if hasChanged, try !leadsOn(meaning, new, path) { return false }
    }
    return true
  }

  /// True where a rewritten link leads to where it led.
  private mutating func leadsOn(
    _ meaning: Meaning, _ new: Link, _ path: NotePath
  ) throws -> Bool {
    let old = meaning.link
    guard let found = found(meaning, from: path) else { return old.fragment == new.fragment }
    if old.fragment != new.fragment {
      guard let fragment = old.fragment, let newFragment = new.fragment,
        anchors[found]?.leads(newFragment, whereLed: fragment, isWiki: old.kind.isWiki) == true
      else { return false }
    }
    if old.destination == new.destination, old.text == new.text { return true }
    guard let target = LinkTarget(new) else { return false }
    return try leads(target, to: moves.newPath(of: found), from: moves.newPath(of: path))
  }
}

extension Link {
  /// True where both say the same, wherever they stand.
  fileprivate func says(thatOf other: Link) -> Bool {
    kind == other.kind && destination == other.destination && fragment == other.fragment
      && text == other.text
  }
}
