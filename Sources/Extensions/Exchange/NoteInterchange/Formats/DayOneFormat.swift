import ByteBasics
import CivilCalendar
import NoteSyntax
import Wording

extension ImportFormat {
  static let dayOne = ImportFormat("dayone", takesArchives: true) { source, options, receiver in
    let reader = DayOneReader(source: source, dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("json") }) { try reader.read($0) }
  }
}

private struct DayOneReader {
  let source: ImportSource
  let dates: ImportDates
  let receiver: any ImportReceiver

  func read(_ file: ImportFile) throws {
    try JSONRecords.forEach(in: file, lists: ["entries"], receiver) { value, position in
      guard let id = value["uuid"]?.string else {
        return receiver.skip(position, Message("The entry has no uuid", ko: "uuid가 없는 일기입니다"))
      }
      try receiver.take(entry(value, id, file, position))
    }
  }

  private func entry(_ value: JSONValue, _ id: String, _ file: ImportFile, _ position: ImportPosition) -> ImportedNote {
    // The app escapes characters that Markdown would take for marks, and more than it needs to.
    let text = ImportLines.normal(value["text"]?.string ?? "")
    var note = ImportedNote(source: id, title: "", body: text, position: position)
    let zone = value["timeZone"]?.string.flatMap(NamedZones.zone(named:))
    let dates = zone.map { ImportDates(zone: $0) } ?? dates
    note.created = value["creationDate"]?.string.flatMap { dates.moment(iso: $0) }
    note.updated = value["modifiedDate"]?.string.flatMap { dates.moment(iso: $0) }
    if let day = note.created?.day { note.place = .diary(day) }
    note.title = ImportTitle.words(of: text)
    note.tags = (value["tags"]?.items ?? []).compactMap(\.string)
    if value["starred"]?.boolean == true { note.fields.append(.init("pinned", .typed("true"))) }
    note.set("location", place(value["location"]))
    note.set("weather", value["weather"]?["conditionsDescription"]?.string ?? "")
    note.escapeComments()
    keepRest(of: value, &note)
    addMedia(value, file, &note)
    return note
  }

  private func place(_ location: JSONValue?) -> String {
    var names: [String] = []
    for key in ["placeName", "localityName", "administrativeArea", "country"] {
      if let name = location?[key]?.string, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }

  private func keepRest(of value: JSONValue, _ note: inout ImportedNote) {
    for key in ["timeZone", "isAllDay", "duration", "userActivity", "music"] {
      if let other = value[key], other != .null, other != .boolean(false), other != .integer(0) {
        note.keep(key, other.fieldText)
      }
    }
    if let location = value["location"], let latitude = location["latitude"]?.double,
      let longitude = location["longitude"]?.double
    {
      note.keep("coordinates", "\(latitude),\(longitude)")
    }
    if let degrees = value["weather"]?["temperatureCelsius"] { note.keep("temperature", degrees.fieldText) }
  }

  /// Adds media and links: `dayone-moment://ID` is a photo, `dayone2://view?entryId=ID` another entry.
  private func addMedia(_ value: JSONValue, _ file: ImportFile, _ note: inout ImportedNote) {
    let top = file.folder.isEmpty ? "" : file.folder + "/"
    let kinds = [("photos", "photos"), ("audios", "audios"), ("videos", "videos"), ("pdfAttachments", "pdfs")]
    for (key, folder) in kinds {
      for medium in value[key]?.items ?? [] {
        note.keep("caption", medium["caption"]?.string ?? "")
        guard let id = medium["identifier"]?.string, let digest = medium["md5"]?.string else { continue }
        let endings = [medium["type"]?.string, medium["format"]?.string, "jpeg", "m4a", "mp4", "pdf"]
        let paths = endings.compactMap(\.self).map { "\(top)\(folder)/\(digest).\($0)" }
        guard let found = paths.lazy.compactMap({ source.file(at: $0) }).first else {
          receiver.change(note.position, MissingFile.message("\(folder)/\(digest)"))
          continue
        }
        note.attachments.append(ImportedAttachment(key: id, name: found.name, file: found))
        for form in [
          "dayone-moment://", "dayone-moment:/audio/", "dayone-moment:/video/",
          "dayone-moment:/pdfAttachment/",
        ] { note.references[form + id] = .file(id) }
      }
    }
    for link in Document(parsing: Array(note.body.utf8)).links {
      guard let mark = link.destination.firstRange(of: "view?entryId=") else { continue }
      note.references[link.destination] = .note(String(link.destination[mark.upperBound...]))
    }
  }
}
