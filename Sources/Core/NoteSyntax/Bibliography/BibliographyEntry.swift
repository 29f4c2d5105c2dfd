package import ByteBasics

/// A work that notes can cite, as a bibliography describes it.
package struct BibliographyEntry: Sendable, Hashable {
  package let key: String
  /// `article`, `book` …, as the file has it, in small letters.
  package let kind: String
  package let title: String
  /// Family names, in order.
  package let authors: [String]
  /// True if the file mentions further authors without names: `and others`.
  package let hasOtherAuthors: Bool
  /// Four digits mostly; empty if there is none.
  package let year: String
  /// The journal, the book or the publisher.
  package let container: String
  /// A page of the web, by URL or DOI; empty if there is none.
  package let address: String
  /// The range of its key in the file.
  package let range: ByteRange

  package init(
    key: String, kind: String, title: String, authors: [String], hasOtherAuthors: Bool = false, year: String,
    container: String, address: String, range: ByteRange
  ) {
    self.key = key
    self.kind = kind
    self.title = title
    self.authors = authors
    self.hasOtherAuthors = hasOtherAuthors
    self.year = year
    self.container = container
    self.address = address
    self.range = range
  }

  /// `Lem 1961`, `Knuth & Plass 1981`, `Aho et al. 1986`: how a text cites the work.
  package var shortName: String { [authorsInText, year].filter { !$0.isEmpty }.joined(separator: " ") }

  /// `Lem`, `Knuth & Plass`, `Aho et al.`; the title of a work without authors.
  package var authorsInText: String {
    switch authors.count {
    case 0: title.isEmpty ? key : title
    case _ where hasOtherAuthors: authors[0] + " et al."
    case 1: authors[0]
    case 2: authors[0] + " & " + authors[1]
    default: authors[0] + " et al."
    }
  }

  /// `Knuth, Plass`, `Knuth, Plass et al.`: all that the file names.
  package var namedAuthors: String { authors.joined(separator: ", ") + (hasOtherAuthors ? " et al." : "") }

  /// The work on one line: `Lem, Solaris (1961)`.
  package var line: String {
    let what = [namedAuthors, title.isEmpty ? key : title].filter { !$0.isEmpty }.joined(separator: ", ")
    let whole = year.isEmpty ? what : "\(what) (\(year))"
    return container.isEmpty ? whole : "\(whole). \(container)"
  }
}

package enum Bibliography {
  /// The largest file that is read.
  package static let sizeLimit = 32 << 20

  /// Returns true for a file name that belongs to a bibliography: `.bib`, `.csl.json`, `.csljson`.
  package static func isFile(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return [".bib", ".csl.json", ".csljson"].contains { name.hasSuffix($0) && name != $0 }
  }

  /// Returns true for a file name, `.json`, that can but need not belong to a bibliography. The first bytes decide.
  package static func mayBeFile(_ name: some StringProtocol) -> Bool {
    !isFile(name) && name.lowercased().hasSuffix(".json")
  }

  /// The number of first bytes that show whether such a file has works.
  package static let headSize = 4_096

  /// Returns true if a `.json` file with these first bytes may be a bibliography.
  package static func mayBegin(with head: [UInt8]) -> Bool { CSLReader.mayBegin(head) }

  /// Returns the works of a file, in the order of the file. Entries that cannot be read are left out.
  package static func entries(of bytes: [UInt8], in name: some StringProtocol) -> [BibliographyEntry] {
    if name.lowercased().hasSuffix(".bib") {
      var reader = BibTeXReader(bytes)
      return reader.entries()
    }
    return isFile(name) ? CSLReader.entries(of: bytes) : CSLReader.entries(ofUnnamed: bytes)
  }

  /// Works in a form that programs for citations read.
  package enum Excerpt {
    case bibLaTeX([UInt8])
    case csl([UInt8])
  }

  /// Returns the source text of the works with the given keys, and of the works that they inherit from.
  package static func excerpt(of bytes: [UInt8], in name: some StringProtocol, keys: Set<String>) -> Excerpt {
    if name.lowercased().hasSuffix(".bib") {
      var reader = BibTeXReader(bytes)
      return .bibLaTeX(reader.excerpt(keys))
    }
    return .csl(CSLReader.excerpt(of: bytes, keys))
  }
}
