import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax
package import Wording

/// A canvas that cannot be read, so its links are unknown. Commands do not change it.
package struct UnreadCanvas: Sendable, Hashable {
  package let path: NotePath
  package let mistake: CanvasMistake

  /// The first line that cannot be read, 1-based.
  package var line: Int? {
    if case .notJSON(let line) = mistake { line } else { nil }
  }

  package var reason: Message {
    switch mistake {
    case .tooLarge:
      Message(
        "The canvas is larger than \(CanvasDocument.sizeLimit / 1_000_000) MB; its links are not read",
        ko: "캔버스가 \(CanvasDocument.sizeLimit / 1_000_000) MB보다 커서 링크를 읽지 않습니다")
    case .notJSON:
      Message(
        "The canvas is not valid JSON; its links are not read",
        ko: "캔버스가 올바른 JSON이 아니라서 링크를 읽지 않습니다")
    }
  }

  package var explanation: Message {
    let place = line.map { "\(path):\($0)" } ?? path.string
    return Message("\(place): \(reason.english)", ko: "\(place): \(reason.korean)")
  }
}

extension FileSystem {
  /// Reads a canvas, unless it is too large.
  ///
  /// - Throws: ``CanvasMistake`` for a canvas whose links stay unknown; an error if the file cannot be read.
  func canvas(_ path: NotePath) throws -> CanvasDocument {
    if let size = fingerprint(path)?.size, size > CanvasDocument.sizeLimit { throw CanvasMistake.tooLarge }
    return try CanvasDocument(parsing: try read(path))
  }
}

extension Workspace {
  /// Returns the canvases whose links are unknown, in the order of their paths.
  package func unreadCanvases() throws -> [UnreadCanvas] {
    try index.files.canvasesWithoutLinks().compactMap { path in
      do {
        _ = try files.canvas(path)
        return nil
      } catch let mistake as CanvasMistake {
        return UnreadCanvas(path: path, mistake: mistake)
      } catch {
        // An unreadable file is reported when the index is brought up to date.
        return nil
      }
    }
  }
}
