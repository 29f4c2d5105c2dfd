import NoteActions
import NoteModel
import NoteTestSupport
import Testing

@testable import SheafCommands

/// The output of curl and of the system's resolver, as `check --external` takes it.
@Suite struct CurlClientTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Asks a program that is called curl and is none.
  private func answer(of script: String) async throws -> WebAnswer {
    try folder.writeProgram(script, to: "bin/curl")
    let client = try CurlClient.make(
      timeoutSeconds: 5, environment: ["PATH": folder.path + "/bin:/usr/bin:/bin"])
    return await client(WebRequest(page: "https://a.example/", isHead: false, wantsText: true))
  }

  @Test func `the status, where it leads on to, the type and the text are read`() async throws {
    let answer = try await answer(
      of: #"printf 'page'; printf '301\thttps://b.example/\tText/HTML; x\n' >&2"#)
    #expect(answer.status == 301 && answer.redirect == "https://b.example/")
    #expect(answer.isHTML && answer.text == Array("page".utf8) && answer.failure == nil)
  }

  @Test func `a page without an end is too large`() async throws {
    let answer = try await answer(of: "exec cat /dev/zero")
    #expect(answer.failure == .tooLarge && answer.text.isEmpty)
  }

  @Test func `an address is looked up in every form that the system reads`() async {
    let own = HostAddress([127, 0, 0, 1])
    for form in ["127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1"] {
      let found = await LiveHostLookup.addresses(of: form)
      #expect(found.contains { $0 == own } && found.allSatisfy { !$0.isPublic }, "\(form)")
    }
    #expect(await LiveHostLookup.addresses(of: "no such host").isEmpty)
  }
}
