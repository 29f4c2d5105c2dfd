// swift-tools-version: 6.2
import PackageDescription

/// The settings that every target shares; `unsafe` marks the few that hold C pointers.
func settings(holdingPointers: Bool = false) -> [SwiftSetting] {
  var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  if holdingPointers { settings.append(.strictMemorySafety()) }
  return settings
}

/// True where the program shall need nothing of its system but POSIX.1-2008 (`make test PORTABLE=1`).
let isPortable = Context.environment["PORTABLE"] == "1"

/// The commit that `sheaf --version --json` names; the Makefile sets it for what users install.
let commit = Context.environment["SHEAF_COMMIT"] ?? ""

let package = Package(
  name: "sheaf",
  products: [
    .executable(name: "sheaf", targets: ["sheaf"]),
    .library(name: "NoteBenchmarkSupport", targets: ["NoteBenchmarkSupport"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CCMarkGFM",
      pkgConfig: "libcmark-gfm",
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),
        .brew(["cmark-gfm"]),
      ]
    ),
    .systemLibrary(
      name: "CLibArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    // Their headers are where every compiler looks; apt: libjpeg-dev, libpng-dev, libwebp-dev.
    .target(
      name: "CPictures",
      linkerSettings: ["jpeg", "png16", "webp", "webpmux"].map { .linkedLibrary($0) }),
    .target(name: "CNameEncoding"),
    .target(
      name: "ArchiveReading", dependencies: ["ByteBasics", "CLibArchive", "CNameEncoding"],
      resources: [.embedInCode("KoreanCodePage.txt")],
      swiftSettings: settings(holdingPointers: true)),
    .target(name: "CHostCalls"),
    .target(
      name: "HostSystem", dependencies: ["CHostCalls"],
      swiftSettings: settings(holdingPointers: true) + (isPortable ? [.define("PORTABLE")] : [])),
    .target(name: "CNoLocaleData"),
    .target(name: "CBuildFacts", cSettings: [.define("SHEAF_COMMIT", to: "\"\(commit)\"")]),
    .target(
      name: "ByteBasics", dependencies: ["HostSystem"],
      swiftSettings: settings(holdingPointers: true)),
    .target(
      name: "RegularExpressions", dependencies: ["ByteBasics", "CPCRE2", "Wording"],
      swiftSettings: settings(holdingPointers: true)),
    .target(name: "SafeHTML", dependencies: ["ByteBasics"], swiftSettings: settings()),
    .target(name: "ParallelWork", dependencies: ["HostSystem"], swiftSettings: settings()),
    .target(
      name: "RemoteCalls", dependencies: ["HostSystem", "ByteBasics"],
      swiftSettings: settings(holdingPointers: true)),
    .target(
      name: "ToolServing", dependencies: ["HostSystem", "ByteBasics", "ParallelWork", "RemoteCalls"],
      swiftSettings: settings()),
    .target(name: "ChildProcesses", dependencies: ["HostSystem"], swiftSettings: settings()),
    .target(name: "Wording", dependencies: ["HostSystem"], swiftSettings: settings()),
    .target(name: "CivilCalendar", swiftSettings: settings()),
    .target(name: "TerminalText", swiftSettings: settings()),
    .target(
      name: "TerminalScreen", dependencies: ["HostSystem", "TerminalText"],
      swiftSettings: settings(holdingPointers: true)),
    .target(
      name: "NoteSyntax",
      dependencies: [
        "HostSystem",
        "ByteBasics", "CCMarkGFM", "TerminalText", "Wording",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings(holdingPointers: true)
    ),
    .target(
      name: "NoteMerging", dependencies: ["HostSystem", "ByteBasics", "NoteSyntax", "CivilCalendar"],
      swiftSettings: settings()
    ),
    .target(
      name: "MarkdownFormatting",
      dependencies: ["ByteBasics", "NoteModel", "NoteSyntax", "TerminalText", "Wording"],
      swiftSettings: settings(holdingPointers: true)
    ),
    .target(
      name: "NoteModel",
      dependencies: [
        "HostSystem",
        "ByteBasics", "RegularExpressions", "NoteSyntax", "CivilCalendar", "Wording",
      ],
      resources: [
        .embedInCode("Queries/Vocabulary.txt"), .embedInCode("Fields/Fields.txt"), .embedInCode("Fields/Colors.txt"),
        .embedInCode("Folding/Folding.txt"),
      ],
      swiftSettings: settings()
    ),
    .target(
      name: "NoteIndex",
      dependencies: [
        "ParallelWork", "ByteBasics", "NoteModel", "NoteSyntax", "CivilCalendar", "Wording",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings(holdingPointers: true)
    ),
    .target(
      name: "NoteRepository",
      dependencies: [
        "HostSystem",
        "ParallelWork", "ByteBasics", "NoteModel", "NoteSyntax", "CivilCalendar",
        "Wording",
        .product(name: "Yams", package: "Yams"),
      ],
      // Part of the program, so that it is one file.
      resources: [.embedInCode("Configuration/Settings.txt")],
      swiftSettings: settings(holdingPointers: true)
    ),
    .target(
      name: "NoteHistory",
      dependencies: [
        "HostSystem",
        "ByteBasics", "ChildProcesses", "CivilCalendar", "NoteModel", "NoteSyntax", "ParallelWork", "Wording",
      ],
      swiftSettings: settings()
    ),
    .target(
      name: "NoteInterchange",
      dependencies: [
        "ArchiveReading", "HostSystem", "ParallelWork", "ByteBasics", "SafeHTML", "MarkdownFormatting",
        "NotePresentation", "NoteModel",
        "NoteSyntax", "CivilCalendar", "Wording",
      ],
      resources: [.embedInCode("Formats.txt"), .embedInCode("Text/WindowsZones.txt")],
      swiftSettings: settings()
    ),
    .target(
      name: "NoteActions",
      dependencies: [
        "HostSystem",
        "ParallelWork", "ByteBasics", "NoteRepository", "NoteIndex", "NoteModel",
        "NoteSyntax",
        "CivilCalendar", "Wording", "NoteHistory", "NoteMerging",
        "NotePresentation", "MarkdownFormatting", "RegularExpressions",
      ],
      swiftSettings: settings()
    ),
    .target(
      name: "NoteExchange",
      dependencies: [
        "ArchiveReading", "ByteBasics", "CivilCalendar", "HostSystem", "MarkdownFormatting", "NoteActions", "NoteIndex",
        "NoteInterchange", "NoteModel", "NotePresentation", "NoteRepository", "NoteSyntax", "ParallelWork", "Wording",
      ],
      resources: [.embedInCode("cite.lua")],
      swiftSettings: settings(holdingPointers: true)
    ),
    .target(
      name: "NotePresentation",
      dependencies: [
        "ParallelWork", "ByteBasics", "NoteModel", "NoteSyntax", "CivilCalendar", "TerminalText", "Wording",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      // Part of the program, so that it is one file.
      resources: [.embedInCode("JSON/Documents.txt")],
      swiftSettings: settings()
    ),
    .target(
      name: "SheafSite",
      dependencies: [
        "ByteBasics", "ChildProcesses", "CivilCalendar", "CPictures", "HostSystem", "NoteActions", "NoteHistory",
        "NoteIndex", "MarkdownFormatting", "NoteInterchange", "NoteModel", "NotePresentation", "NoteRepository",
        "NoteSyntax", "ParallelWork", "RegularExpressions", "SafeHTML", "TerminalText", "Wording",
        .product(name: "Mustache", package: "swift-mustache"),
        // Its HTTP client would bring libcurl into the static program, so only its sockets are used.
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      // Part of the program, so that it is one file.
      resources: [.embedInCode("Site/Words.txt"), .embedInCode("Code/Keywords.txt"), .embedInCode("Theme/Files")],
      swiftSettings: settings()
    ),
    .target(
      name: "NoteLanguageServer",
      dependencies: [
        "HostSystem",
        "MarkdownFormatting", "ByteBasics", "CivilCalendar",
        "NoteActions", "NoteIndex", "NoteModel", "NotePresentation", "NoteRepository", "NoteSyntax",
        "ParallelWork", "RemoteCalls", "Wording",
      ],
      swiftSettings: settings(holdingPointers: true)
    ),
    .target(
      name: "EditorServing",
      dependencies: [
        "HostSystem", "NoteActions", "NoteLanguageServer", "NoteRepository", "SheafCommands", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Editors")],
      swiftSettings: settings()
    ),
    .target(
      name: "SheafCommands",
      dependencies: [
        "HostSystem", "MarkdownFormatting", "ParallelWork", "RegularExpressions", "ByteBasics",
        "NoteActions", "NoteRepository", "NoteIndex", "NotePresentation", "NoteModel",
        "NoteSyntax", "CivilCalendar", "TerminalText", "Wording", "TerminalScreen", "NoteHistory",
        "NoteMerging", "ChildProcesses", "CBuildFacts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Part of the program, so that it is one file.
      resources: [
        .embedInCode("Completion/Scripts"), .embedInCode("Manual/Commands"), .embedInCode("Manual/Pages"),
      ],
      swiftSettings: settings()
    ),
    .target(
      name: "SiteCommands",
      dependencies: [
        "ByteBasics", "ChildProcesses", "CivilCalendar", "HostSystem", "MarkdownFormatting", "NoteActions",
        "NoteHistory",
        "NoteIndex", "NoteModel", "NotePresentation", "NoteRepository", "NoteSyntax", "ParallelWork", "SafeHTML",
        "SheafCommands", "SheafSite", "TerminalScreen", "TerminalText", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Prose")],
      swiftSettings: settings()
    ),
    .target(
      name: "ExchangeCommands",
      dependencies: [
        "ByteBasics", "ChildProcesses", "CivilCalendar", "HostSystem", "MarkdownFormatting", "NoteActions",
        "NoteExchange",
        "NoteHistory", "NoteIndex", "NoteInterchange", "NoteModel", "NotePresentation", "NoteRepository", "NoteSyntax",
        "ParallelWork", "SheafCommands", "SheafSite", "SiteCommands", "TerminalScreen", "TerminalText", "WebPages",
        "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Prose")],
      swiftSettings: settings()
    ),
    .target(
      name: "ProgramCommands",
      dependencies: [
        "ByteBasics", "CivilCalendar", "HostSystem", "NoteActions", "NoteIndex", "NoteModel", "NotePresentation",
        "NoteRepository", "NoteSyntax", "ParallelWork", "SheafCommands", "ToolServing", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Prose")],
      swiftSettings: settings()
    ),
    .target(
      name: "ReferencePages",
      dependencies: [
        "ByteBasics", "MarkdownFormatting", "NoteModel", "NotePresentation", "NoteRepository", "NoteSyntax",
        "SheafCommands", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings()
    ),
    .target(
      name: "VaultQueries",
      dependencies: [
        "ByteBasics", "CivilCalendar", "MarkdownFormatting", "NoteActions", "NoteIndex", "NoteModel", "NoteRepository",
        "NoteSyntax", "RegularExpressions", "SheafCommands", "Wording",
      ],
      resources: [.embedInCode("vault-queries.7"), .embedInCode("vault-queries.ko.7")],
      swiftSettings: settings()
    ),
    .target(
      name: "WebChecks",
      dependencies: [
        "CivilCalendar", "NoteActions", "NoteIndex", "NoteModel", "NoteRepository", "NoteSyntax", "SheafCommands",
        "WebPages", "Wording",
      ],
      swiftSettings: settings()
    ),
    .target(
      name: "WebPages",
      dependencies: ["ByteBasics", "NoteActions", "NoteModel", "NoteRepository", "Wording"],
      swiftSettings: settings()
    ),
    .target(
      name: "NoteBenchmarkSupport",
      dependencies: ["NoteModel", "NoteSyntax"],
      path: "Benchmarks/Support",
      swiftSettings: settings()
    ),
    .target(
      name: "Extensions",
      dependencies: [
        "EditorServing", "ExchangeCommands", "ProgramCommands", "ReferencePages", "SheafCommands", "SiteCommands",
        "VaultQueries", "WebChecks",
      ],
      swiftSettings: settings()),
    .executableTarget(
      name: "sheaf", dependencies: ["Extensions", "SheafCommands", "CNoLocaleData"], swiftSettings: settings()),
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: settings()),
    .target(
      name: "NoteTestSupport",
      dependencies: [
        "HostSystem",
        "SeededRandom",
        "NoteActions", "NoteHistory", "NoteRepository", "NoteIndex", "NotePresentation",
        "NoteModel", "NoteSyntax", "CivilCalendar", "TerminalText", "TerminalScreen", "Wording",
        "Extensions", "SheafCommands",
      ],
      path: "Tests/NoteTestSupport",
      swiftSettings: settings()
    ),
    .target(
      name: "MarkdownFuzzing",
      dependencies: ["MarkdownFormatting", "ByteBasics", "NoteSyntax", "SeededRandom"],
      path: "Tests/MarkdownFuzzing",
      swiftSettings: settings()),
    .executableTarget(
      name: "formatter-fuzz",
      dependencies: [
        "MarkdownFuzzing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/FormatterFuzz",
      swiftSettings: settings()),
    .testTarget(
      name: "CPicturesTests", dependencies: ["CPictures", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "HostSystemTests", dependencies: ["HostSystem", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "ByteBasicsTests", dependencies: ["ByteBasics", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "ArchiveReadingTests",
      dependencies: ["HostSystem", "ArchiveReading", "CLibArchive", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "RegularExpressionsTests",
      dependencies: ["ByteBasics", "NoteSyntax", "NoteTestSupport", "RegularExpressions", "Wording"],
      swiftSettings: settings()),
    .testTarget(
      name: "SafeHTMLTests", dependencies: ["SafeHTML", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "ParallelWorkTests", dependencies: ["HostSystem", "ParallelWork"], swiftSettings: settings()),
    .testTarget(
      name: "ChildProcessesTests", dependencies: ["ChildProcesses", "ParallelWork"],
      swiftSettings: settings()),
    .testTarget(
      name: "MarkdownFormattingTests",
      dependencies: [
        "HostSystem", "MarkdownFormatting", "NoteModel", "NoteSyntax", "NoteTestSupport", "Wording",
      ],
      swiftSettings: settings()),
    .testTarget(name: "WordingTests", dependencies: ["HostSystem", "Wording"], swiftSettings: settings()),
    .testTarget(
      name: "CivilCalendarTests", dependencies: ["CivilCalendar", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "TerminalTextTests", dependencies: ["TerminalText", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "TerminalScreenTests", dependencies: ["TerminalScreen"], swiftSettings: settings()),
    .testTarget(
      name: "NoteSyntaxTests",
      dependencies: [
        "ByteBasics", "NoteSyntax", "Wording", "NoteTestSupport", "MarkdownFuzzing",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteMergingTests",
      dependencies: ["ByteBasics", "NoteMerging", "NoteSyntax", "NoteTestSupport"],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteModelTests",
      dependencies: [
        "ByteBasics", "NoteActions", "NoteModel", "NoteSyntax", "CivilCalendar", "Wording", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteInterchangeTests",
      dependencies: [
        "NoteInterchange", "NotePresentation", "NoteModel", "NoteSyntax", "CivilCalendar",
        "Wording", "NoteTestSupport", "ByteBasics",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteIndexTests",
      dependencies: [
        "ByteBasics", "NoteIndex", "NoteModel", "NoteSyntax", "CivilCalendar", "Wording",
        "NoteTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteRepositoryTests",
      dependencies: [
        "HostSystem",
        "NoteRepository", "NoteModel", "NoteSyntax", "CivilCalendar", "Wording",
        "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteHistoryTests",
      dependencies: [
        "NoteHistory", "NoteModel", "NoteSyntax", "CivilCalendar", "Wording", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NotePresentationTests",
      dependencies: [
        "ByteBasics", "NotePresentation", "NoteModel", "NoteSyntax", "CivilCalendar", "TerminalText", "Wording",
        "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "SheafSiteTests",
      dependencies: [
        "SafeHTML", "ByteBasics", "SheafSite", "NotePresentation", "NoteModel", "NoteRepository", "NoteSyntax",
        "CivilCalendar", "TerminalText", "Wording", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "NoteLanguageServerTests",
      dependencies: [
        "ByteBasics", "NoteLanguageServer", "NoteModel", "NoteSyntax", "sheaf", "NoteTestSupport",
      ],
      exclude: ["Clients"],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "SheafCommandsTests",
      dependencies: [
        "HostSystem",
        "ByteBasics", "SheafCommands", "NoteActions", "NoteRepository", "NoteIndex", "NotePresentation", "NoteModel",
        "NoteSyntax", "CivilCalendar", "TerminalText", "Wording", "TerminalScreen", "ParallelWork", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "VaultQueriesTests",
      dependencies: ["ByteBasics", "CivilCalendar", "NoteModel", "NoteSyntax", "VaultQueries", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "WebChecksTests", dependencies: ["NoteActions", "NoteModel", "WebChecks", "WebPages", "NoteTestSupport"],
      swiftSettings: settings()),
    .testTarget(
      name: "SiteCommandsTests",
      dependencies: [
        "HostSystem",
        "ByteBasics", "SheafCommands", "SheafSite", "SiteCommands", "NoteActions", "NoteRepository", "NoteIndex",
        "NotePresentation", "NoteModel", "NoteSyntax", "CivilCalendar", "TerminalText", "Wording", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "ExchangeCommandsTests",
      dependencies: [
        "HostSystem",
        "ByteBasics", "SheafCommands", "ExchangeCommands", "NoteExchange", "NoteInterchange", "NoteActions",
        "NoteRepository", "NoteModel", "NoteSyntax", "CivilCalendar", "Wording", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    // What all parts of the program do together.
    .testTarget(
      name: "WholeProgramTests",
      dependencies: [
        "HostSystem",
        "ByteBasics", "SheafCommands", "SheafSite", "SiteCommands", "ExchangeCommands", "ProgramCommands",
        "MarkdownFormatting", "ReferencePages", "ToolServing", "NoteActions", "NoteRepository", "NoteIndex",
        "NotePresentation", "NoteModel", "NoteSyntax",
        "CivilCalendar", "TerminalText", "Wording", "TerminalScreen", "ParallelWork", "NoteTestSupport",
      ],
      swiftSettings: settings()
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "HostSystem",
        "ByteBasics", "SheafSite", "NoteSyntax", "sheaf", "NotePresentation", "Wording", "NoteTestSupport",
        "SheafCommands",
      ],
      exclude: ["Clients"],
      swiftSettings: settings()
    ),
  ]
)

/// The storeys of `Sources`: a module imports only modules of its own storey and of those below.
let storeys: [(folder: String, modules: [String])] = [
  (
    "Base/C",
    ["CBuildFacts", "CCMarkGFM", "CHostCalls", "CLibArchive", "CNameEncoding", "CNoLocaleData", "CPCRE2", "CPictures"]
  ),
  (
    "Base",
    [
      "ByteBasics", "ChildProcesses", "CivilCalendar", "HostSystem", "ParallelWork", "RegularExpressions",
      "TerminalScreen", "TerminalText", "Wording",
    ]
  ),
  (
    "Core",
    [
      "MarkdownFormatting", "NoteActions", "NoteHistory", "NoteIndex", "NoteMerging", "NoteModel", "NoteRepository",
      "NoteSyntax",
    ]
  ),
  ("Faces", ["NotePresentation", "SheafCommands"]),
  ("Extensions/Exchange", ["ArchiveReading", "ExchangeCommands", "NoteExchange", "NoteInterchange"]),
  ("Extensions/LanguageServer", ["EditorServing", "NoteLanguageServer"]),
  ("Extensions/Programs", ["ProgramCommands", "ToolServing"]),
  ("Extensions/Reference", ["ReferencePages"]),
  ("Extensions/Shared", ["RemoteCalls", "WebPages"]),
  ("Extensions/Site", ["SafeHTML", "SheafSite", "SiteCommands"]),
  ("Extensions/VaultQueries", ["VaultQueries"]),
  ("Extensions/WebChecks", ["WebChecks"]),
  ("sheaf", ["Extensions"]),
]
for (folder, modules) in storeys {
  for target in package.targets where modules.contains(target.name) {
    target.path = "Sources/\(folder)/\(target.name)"
    // A README says what a Swift module is, where it is entered, and what always holds.
    if folder != "Base/C", folder != "sheaf" { target.exclude.append("README.md") }
  }
}
for target in package.targets where target.name == "sheaf" { target.path = "Sources/sheaf/Program" }

/// The folders of extensions that `make core` leaves out, with their modules, the tests that need them, and their words in
/// the list: what is left of that list stands in `.build-core/Extensions`.
if let folders = Context.environment["WITHOUT"]?.split(separator: " ") {
  let gone = Set(
    storeys.filter { storey in folders.contains { "Extensions/\($0)" == storey.folder } }.flatMap(\.modules))
  func needs(_ target: Target) -> Set<String> {
    Set(target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } })
  }
  package.targets.removeAll { gone.contains($0.name) || $0.isTest && !needs($0).isDisjoint(with: gone) }
  for target in package.targets where target.name == "Extensions" {
    target.path = ".build-core/Extensions"
    target.dependencies.removeAll { if case .byNameItem(let name, _) = $0 { gone.contains(name) } else { false } }
  }
}

/// The test targets of `make sanitize`, which then are all that is built, with what they need.
if let names = Context.environment["SANITIZED_TESTS"]?.split(separator: " ").map(String.init) {
  let all = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  // The rest of it is for tests of the whole program.
  let support = all["NoteTestSupport"]
  support?.sources = [
    "ConformanceCases", "FileManager+Testing", "MarkupAttacks", "ProcessorTime", "ProgramRun", "SeededGenerator",
    "TemporaryFolder",
  ].map { $0 + ".swift" }
  support?.dependencies = ["HostSystem", "SeededRandom"]
  var needed: Set<String> = []
  func add(_ name: String) {
    guard let target = all[name], needed.insert(name).inserted else { return }
    for case .byNameItem(let name, _) in target.dependencies { add(name) }
  }
  for name in names { add(name) }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
  if Context.environment["SANITIZER"] == "thread" {
    for target in package.targets where target.type != .system && target.swiftSettings != nil {
      target.dependencies.append("SanitizedMutex")
      target.swiftSettings?.append(.unsafeFlags(["-module-alias", "Synchronization=SanitizedMutex"]))
    }
    package.targets.append(.target(name: "SanitizedMutex", path: "Tests/SanitizedMutex"))
  }
}
