import NoteModel
import Testing

/// The secrets are made up, and put together here so that no other program takes this file for a leak.
@Suite struct SecretFinderTests {
  /// A prefix with letters and digits as chance makes them.
  private static func token(_ prefix: String, _ length: Int) -> String {
    let digits = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
    return prefix + String((digits + digits).prefix(length))
  }

  private static let secrets: [(String, FoundSecret.Kind)] = [
    (["AKIA", "Q3EGWLPXZ5T2NB7D"].joined(), .cloudKey), (["AKIA", "QWERTYUIOP5SDFGH"].joined(), .cloudKey),
    (["ASIA", "QWERTYUIOPXSDFGH"].joined(), .cloudKey), (token("AIza", 35), .cloudKey),
    (token("ghp_", 36), .accessToken), (token("github_pat_", 60), .accessToken),
    (token("glpat-", 20), .accessToken), (token("xoxb-1234567890-", 40), .accessToken),
    (token("sk-proj-", 40), .accessToken), (token("sk_live_", 24), .accessToken),
    (token("eyJ", 80), .accessToken), (token("password: ", 24), .assignedSecret),
    (token("API_KEY=\"", 24), .assignedSecret), (token("client_secret = '", 24), .assignedSecret),
    (token("-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA", 40), .privateKey),
    (token("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQdGBGV", 40), .privateKey),
    (token("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n", 40), .privateKey),
    (token("PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 14\n", 64), .privateKey),
    (token("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA", 40), .privateKey),
  ]

  private func found(_ text: String) -> FoundSecret? { SecretFinder.first(in: Array(text.utf8)) }

  @Test(arguments: SecretFinderTests.secrets)
  func `what looks like a key, a token or a password is found wherever it is`(
    secret: String, kind: FoundSecret.Kind
  ) {
    for before in ["", "x ", "한글 ", "\n", "- `", String(repeating: "word ", count: 9), "> "] {
      #expect(found(before + secret + " more")?.kind == kind, "\(before)")
    }
  }

  @Test(arguments: ["ghp\\_%", "ghp&#95;%", "ghp&#x5F;%", "\\*\\*ghp\\_%"])
  func `a token is found with the escapes of Markdown, as readers see it`(text: String) {
    let written = "a &amp; \\q\n\n" + text.replacing("%", with: Self.token("", 36))
    #expect(found(written)?.kind == .accessToken && found(written)?.line == 3)
    #expect(found("a\\_b &#95; \\ &# & \\") == nil)
  }

  /// Put together here, so that no other program takes this file for a leak.
  private static let assigned: [String] = [
    ["password: hun", "ter2"], ["DB_PASS", "WORD=correcthorse"], ["DB_PASSWORD=\"s3cr", "3t-x\""],
    ["비밀번호: qwer", "1234!"], ["- **Password:** Tr0ub", "4dor&3"], ["wifi password = `caf", "e2026`  "],
    ["admin_pw: qu0k", "kas"], ["export API_TOKEN='a1b2", "c3'"], ["암호: 84", "2913"], ["PASSWORD=pa$$w", "0rd # old"],
    ["Passwort: hun", "ter2"], ["pwd = hun", "ter22"], ["The password is hun", "ter22."],
    ["Password is hun", "ter22, ask Kim"],
    ["암호는 hun", "ter22"], ["비밀번호는 hun", "ter22!입니다."], ["와이파이 비번은 \"hun", "ter22\" 임"], ["Contraseña: hun", "ter2"],
    ["Das Kennwort ist hun", "ter22"], ["パスワード：hun", "ter22"],
    ["비밀번호: 가나다", "1234"], ["- 와이파이 비번 = 회의실", "2026!"], ["secret: hun", "ter22"], ["- Client secret: hun", "ter22"],
    ["token = abcd", "1234"], ["api_key: qwer", "1234"], ["  access-key: \"hunt", "er2026\""],
  ].map { $0.joined() }

  @Test(arguments: SecretFinderTests.assigned)
  func `a password that a line assigns is found, at its value`(line: String) throws {
    let secret = try #require(found("# Notes\n\ntext\n\(line)\nmore\n"))
    #expect(secret.kind == .assignedSecret && secret.line == 4)
    #expect(found(line)?.column ?? 0 > 4)
  }

  @Test(arguments: [
    "Password: change it every month", "password: required", "password: string", "password: ${DB_PASSWORD1}",
    "password = os.environ[\"X1\"]", "password: <your password 1>", "비밀번호: 8자 이상", "비밀번호는 바꿨다: 2026-11-21",
    "Password: [[Safe2026]]", "password: https://example.com/reset1", "Hash of the password: SHA256",
    "password: 256bit",
    "- [ ] new password: ask Kim at 10", "PASSWORD=password", "DB_PASSWORD=changeme1", "token: abc123",
    "The secret: never stop", "password: process.env.PASSWORD1", "password_file: run1secret", "| password | text1 |",
    "The password is required.", "Your password is 8characters, or more", "암호는 AES256으로 저장한다", "비밀번호는 8자 이상",
    "The password is stored in vault2 and sent", "암호는 1234번째", "그 암호는 매달 바꾼다", "a password is case-sensitive, always",
    "비밀번호: 여덟자리8자", "비밀번호: 2026년", "암호: 챕터12", "비밀번호: 회의실 1234", "the secret: chapter1", "secret: 2026-11-21",
    "Secret: tell no one in 2026", "token: a1", "my secret is chapter22", "token: 12345678", "Tokens: 25000tok",
    "secret: [[Chapter2026]]", "비밀번호는 가나다라고 1234번 말했다",
    "password: \nnext1line", "암호화: AES256", "password:", "a = b", "password=", "password: 2026-11-21",
  ])
  func `a sentence about a password is no password`(text: String) {
    #expect(found(text) == nil)
  }

  @Test(arguments: [
    ("id_rsa", true), ("server.key.old", true), ("ID_ED25519.bak", true), ("a.ovpn", true), ("passwords.csv", true),
    ("secrets.yaml", true), (".env.local", true), ("kubeconfig", true), ("x.tfstate", true), ("Secrets.md", false),
    ("secret.jpg", false), ("passwords.pdf", false), ("secret-garden.txt", false), ("id_rsa.pub", false),
    ("key.txt", false),
  ])
  func `the name of a file tells a key`(name: String, isKey: Bool) {
    #expect(SecretFinder.isKey(named: name) == isKey)
  }

  @Test func `the place is told by line and character`() {
    let secret = found(Self.token("첫 줄\n둘째: ghp_", 40))
    #expect(secret == FoundSecret(kind: .accessToken, line: 2, column: 5))
    #expect(secret.flatMap { FoundSecret(stored: $0.stored) } == secret)
  }

  @Test(arguments: [
    "", "a", "AKIA is the prefix of a key", "AKIAIOSFODNN7EXAMPLE",
    "ASIASIASIASIASIASIAS", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "password: your-password-goes-here-123", "token: {{ secrets.TOKEN_OF_2026 }}",
    "https://example.com/2026/11/21/a-long-name-of-a-page-with-numbers-1-2-3-4-5-6.html",
    "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "id: 550e8400-e29b-41d4-a716-446655440000", "the secret of supercalifragilisticexpialidocious",
    "[[2026-11-21-some-daily-note-with-a-long-name]]", "password: supersecretpassword",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "`-----BEGIN PRIVATE KEY-----` opens a key",
    "sk-learn-is-a-library-for-machine-learning-in-python",
    "tokenize: camelCaseFunctionNameWithMany2Words3", "![[Pasted image 20261121123456.png]]",
  ])
  func `what only speaks of secrets is none`(text: String) {
    #expect(found(text) == nil)
  }
}
