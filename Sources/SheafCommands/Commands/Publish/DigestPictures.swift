import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import SheafSite
import Synchronization

/// The pictures of notes as addresses that hold them whole.
struct DigestPictures: Sendable {
  private let workspace: Workspace
  /// Bytes; a larger one is replaced by its words.
  private let limit: Int
  private let today: Day
  private let known = KnownTargets()

  init(_ workspace: Workspace, today: Day) {
    self.workspace = workspace
    self.today = today
    limit = workspace.configuration.integer("digest.picture-size") * 1_024
  }

  func place(of link: BodyLink, in note: NotePath) -> BodyPlace {
    guard let target = targets(in: note)[link.destination],
      let size = workspace.files.fingerprint(target)?.size, size <= limit,
      let original = try? workspace.files.read(target),
      // A digest is sent to others.
      let bytes = CleanPicture.published(original, name: String(target.fileName)),
      let picture = PictureFile(bytes)
    else { return .hidden }
    return .address(
      PictureFile.dataAddress(bytes, mediaType: picture.mediaType), size: picture.size)
  }

  /// Where the links of a note lead, by what they say. A note is asked about once for all its pictures.
  private func targets(in note: NotePath) -> [String: NotePath] {
    known.last.withLock { last in
      if let last, last.note == note { return last.targets }
      let links = (try? workspace.index.links(from: note, today: today)) ?? []
      let targets = Dictionary(
        links.map { (percentDecoded($0.destination), $0.target) },
        uniquingKeysWith: { first, _ in first }
      ).compactMapValues(\.self)
      last = (note, targets)
      return targets
    }
  }

  private final class KnownTargets: Sendable {
    let last = Mutex<(note: NotePath, targets: [String: NotePath])?>(nil)
  }
}
