import NoteModel
import Synchronization

/// The sizes of pictures, each read once.
final class PictureSizes: Sendable {
  private let known = Mutex<[NotePath: ImageSize?]>([:])

  func size(of path: NotePath, read: (NotePath) -> [UInt8]?) -> ImageSize? {
    if let size = known.withLock({ $0[path] }) { return size }
    let size = read(path).flatMap { PictureFile($0)?.size }
    known.withLock { $0[path] = .some(size) }
    return size
  }
}
