import ByteBasics
import NoteModel
import NoteSyntax

/// In a canvas only the strings change that say where a card or a link leads.
extension LinkFixer {
  private struct CanvasPlan {
    var edits: [TextEdit] = []
    var lost: [LinkFixes.LostLink] = []
    var shifts: [LinkShift] = []
    var linkCount = 0
  }

  mutating func fixCanvas(_ path: NotePath, into linkFixes: inout LinkFixes) throws {
    let canvas: CanvasDocument
    do {
      canvas = try files.canvas(path)
    } catch let mistake as CanvasMistake {
      linkFixes.unread.append(UnreadCanvas(path: path, mistake: mistake))
      return
    }
    let before = canvas.source.bytes
    var plan = CanvasPlan()
    for card in canvas.files { try fix(card, path, into: &plan) }
    for card in canvas.texts { try fix(card, path, into: &plan) }
    linkFixes.shifts += plan.shifts
    linkFixes.lost += plan.lost
    let after = try canvas.source.applying(plan.edits).bytes
    guard after != before else { return }
    guard let result = try? CanvasDocument(parsing: after), Self.isSame(canvas, result) else {
      linkFixes.unread.append(UnreadCanvas(path: path, mistake: .notJSON(line: 1)))
      return
    }
    linkFixes.notes.append(
      RewrittenNote(path: path, before: before, after: after, count: plan.linkCount))
  }

  private mutating func fix(
    _ card: CanvasDocument.FileCard, _ path: NotePath, into plan: inout CanvasPlan
  ) throws {
    let link = card.link
    let meaning = try meaning(of: link, from: path)
    guard let target = found(meaning, from: path) ?? NotePath(link.destination) else { return }
    let newTarget = moves.newPath(of: target)
    var edits: [TextEdit] = []
    if newTarget != target { edits.append(Self.edit(card.path, newTarget.string)) }
    let goal = Goal(link: link, asked: meaning.target, target: target, newTarget: newTarget)
    if let subpath = card.subpath, let fragment = link.fragment, !keepsAnchor(goal) {
      guard let new = anchors[target]?.fragments(insteadOf: fragment, isWiki: true).first else {
        plan.lost.append(lost(link, path, card.line))
        return
      }
      edits.append(Self.edit(subpath, "#" + new))
    }
    if edits.isEmpty { return }
    plan.edits += edits
    plan.linkCount += 1
  }

  private mutating func fix(
    _ card: CanvasDocument.TextCard, _ path: NotePath, into plan: inout CanvasPlan
  ) throws {
    let meanings = try meanings(card.document, path)
    let links = try self.plan(card.document, meanings, path)
    plan.shifts += try shifts(meanings, path).map {
      LinkShift(path: $0.path, line: card.line, destination: $0.destination, meaning: $0.meaning)
    }
    plan.edits += links.textEdits.map { card.edit($0) }
    plan.linkCount += links.edits.count
    plan.lost += links.lost.map { lost($0.link, path, card.line) }
  }

  private func lost(_ link: Link, _ path: NotePath, _ line: Int) -> LinkFixes.LostLink {
    LinkFixes.LostLink(path: moves.newPath(of: path), line: line, destination: link.written)
  }

  private static func edit(_ string: JSONString, _ text: String) -> TextEdit {
    string.edit(TextEdit(range: ByteRange(0, string.bytes.count), replacement: text))
  }

  private static func isSame(_ before: CanvasDocument, _ after: CanvasDocument) -> Bool {
    before.files.count == after.files.count
      && before.texts.map(\.document.links.count) == after.texts.map(\.document.links.count)
  }
}
