import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite

/// The pictures of notes as addresses that hold them whole.
struct DigestPictures: Sendable {
  private let workspace: Workspace
  /// Bytes; a larger one is told by its words.
  private let limit: Int
  private let today: Day

  init(_ workspace: Workspace, today: Day) {
    self.workspace = workspace
    self.today = today
    limit = workspace.configuration.integer("digest.picture-size") * 1_024
  }

  func place(of link: BodyLink, in note: NotePath) -> BodyPlace {
    guard let links = try? workspace.index.links(from: note, today: today),
      let target = links.first(where: { percentDecoded($0.destination) == link.destination })?
        .target,
      let size = workspace.files.fingerprint(target)?.size, size <= limit,
      let bytes = try? workspace.files.read(target), let picture = PictureFile(bytes)
    else { return .hidden }
    return .address(
      PictureFile.dataAddress(bytes, mediaType: picture.mediaType), size: picture.size)
  }
}
