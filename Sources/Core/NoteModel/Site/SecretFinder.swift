import ByteBasics
import NoteSyntax
package import Wording

/// A place in a note that looks like a key, a token or a password.
package struct FoundSecret: Sendable, Hashable {
  /// The kind of secret that it looks like.
  package enum Kind: String, Sendable, CaseIterable {
    case privateKey = "private-key"
    case cloudKey = "cloud-key"
    case accessToken = "access-token"
    case assignedSecret = "assigned-secret"
  }

  package let kind: Kind
  /// The 1-based line.
  package let line: Int
  /// The 1-based column, in characters.
  package let column: Int

  package init(kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }

  /// The text that the index stores: `12:5:cloud-key`.
  package var stored: String { "\(line):\(column):\(kind.rawValue)" }

  /// Reads the output of ``stored``.
  package init?(stored text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]),
      let kind = Kind(rawValue: String(parts[2]))
    else { return nil }
    self.init(kind: kind, line: line, column: column)
  }
}

extension FoundSecret.Kind {
  package var name: Message {
    switch self {
    case .privateKey: Message("a private key", ko: "개인 키")
    case .cloudKey: Message("the key of a cloud service", ko: "클라우드 서비스의 키")
    case .accessToken: Message("an access token", ko: "액세스 토큰")
    case .assignedSecret: Message("a password or a secret", ko: "비밀번호나 토큰")
    }
  }
}

/// Finds apparent secrets in a text, in one pass that looks at few of its bytes: a secret is a long run of
/// letters and digits, so one place in every 16 is enough to meet it.
package struct SecretFinder {
  private let bytes: [UInt8]

  /// Returns the first secret in the text or the path of a note. The text is searched as written and as readers see the text.
  package static func first(in note: Note) -> FoundSecret? {
    first(in: note.document.source.bytes) ?? first(in: Array(note.path.string.utf8))
  }

  /// Returns the first secret in a whole file, or nil if there is none.
  package static func first(in bytes: [UInt8]) -> FoundSecret? {
    let finder = SecretFinder(bytes: bytes)
    let found = [
      finder.privateKey(from: 0), finder.token(from: 0), finder.credentials(from: 0), finder.passwords(1).first,
    ].compactMap(\.self).min { $0.range.lowerBound < $1.range.lowerBound }
    if let found { return finder.secret(found.kind, at: found.range.lowerBound) }
    return unescaped(bytes).flatMap(first)
  }

  /// Returns a text without Markdown escapes (`ghp\_x`) and with numeric references replaced by characters (`ghp&#95;x`).
  /// Nil for a text without escapes and references. The number of lines is unchanged.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let place = rest.firstIndex(where: { $0 == ASCII.backslash || $0 == UInt8(ascii: "&") }) {
      result += rest[..<place]
      rest = rest[(place + 1)...]
      if bytes[place] == ASCII.backslash {
        if rest.first.map(ASCII.isPunctuation) != true {
          result.append(ASCII.backslash)
        } else {
          result.append(rest.removeFirst())
        }
        continue
      }
      let reference = String(decoding: rest.prefix(8).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self).lowercased()
      let number = reference.hasPrefix("#x") ? UInt8(reference.dropFirst(2), radix: 16) : UInt8(reference.dropFirst())
      if reference.hasPrefix("#"), let number, 0x20..<0x7F ~= number {
        result.append(number)
        rest = rest.dropFirst(reference.utf8.count + 1)
      } else {
        result.append(UInt8(ascii: "&"))
      }
    }
    result += rest
    return result.count < bytes.count ? result : nil
  }

  /// Returns true for the name of a file in which programs keep a key or a password.
  package static func isKey(named name: some StringProtocol) -> Bool {
    let whole = name.lowercased()
    // A copy of a key is one.
    let copy = ["~", ".old", ".bak", ".orig", ".save"].first(where: whole.hasSuffix)
    let name = whole.dropLast(copy?.count ?? 0)
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    if keyEndings.contains(ending) || keyNames.contains(String(name)) || name == ".env" || name.hasPrefix(".env.") {
      return true
    }
    let stem = String(name.prefix { $0 != "." })
    if stem.hasPrefix("id_") && keyNames.contains(stem) || stem.hasPrefix("ssh_host_"), ending != "pub",
      !NotePath(trusted: String(name)).isMarkdown
    {
      return true
    }
    return name != stem && ["credentials", "secret", "secrets", "password", "passwords"].contains(stem)
      && FileKind(name) == .other && !NotePath(trusted: String(name)).isMarkdown
  }

  private static let keyEndings: Set = [
    "pem", "p8", "p12", "pfx", "pkcs12", "jks", "keystore", "keytab", "kdbx", "ppk", "key", "ovpn", "tfstate", "tfvars",
    "keychain", "keychain-db",
  ]
  private static let keyNames: Set = [
    "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".netrc", "_netrc", "netrc", ".pgpass", ".npmrc", ".htpasswd",
    "htpasswd",
    "credentials", "kubeconfig", "logins.json", "wallet.dat",
  ]

  private static let exports = [
    "url,username,password", "login_uri,login_username,login_password", "<keepassfile", "# netscape http cookie file",
  ]

  /// Returns true for a file that is a key by its name, or in which something looks like a secret.
  package static func isSecret(_ bytes: [UInt8], named name: some StringProtocol) -> Bool {
    // A presentation of Keynote ends in `.key` too, and a certificate in `.pem` is for everybody.
    let isOpen = ["PK", "-----BEGIN CERTIFICATE", "-----BEGIN PUBLIC KEY"].contains { bytes.starts(with: $0.utf8) }
    if isKey(named: name), !isOpen { return true }
    // The headers of files that browsers and password managers export.
    let head = String(decoding: bytes.prefix(400), as: UTF8.self).lowercased().filter { $0 != "\"" }
    if exports.contains(where: head.contains) { return true }
    // UTF-16 has a zero beside each letter.
    return first(in: bytes.prefix(1_024).contains(0) ? bytes.filter { $0 != 0 } : bytes) != nil
  }

  /// Returns the ranges of a file that look like secrets: each token, and the first line of each private key.
  static func places(in bytes: [UInt8]) -> [(range: ByteRange, kind: FoundSecret.Kind)] {
    let finder = SecretFinder(bytes: bytes)
    var places = finder.passwords(.max)
    for find in [finder.privateKey, finder.token, finder.credentials] {
      var start = 0
      while let place = find(start) {
        places.append(place)
        start = place.range.upperBound
      }
    }
    func order(_ place: Place) -> (Int, Int) { (place.range.lowerBound, place.kind == .assignedSecret ? 1 : 0) }
    places.sort { order($0) < order($1) }
    // The value of a password may be a token too, or have one in it.
    var end = 0
    return places.enumerated().filter { number, place in
      defer { end = max(end, place.range.upperBound) }
      let inside = places[(number + 1)...].prefix { $0.range.lowerBound < place.range.upperBound }
      return place.kind != .assignedSecret
        || place.range.lowerBound >= end && inside.allSatisfy { $0.kind == .assignedSecret }
    }.map { (ByteRange($1.range.lowerBound, $1.range.upperBound), $1.kind) }
  }

  private typealias Place = (range: Range<Int>, kind: FoundSecret.Kind)

  private func secret(_ kind: FoundSecret.Kind, at offset: Int) -> FoundSecret {
    let lines = LineTable(bytes, in: ByteRange(0, bytes.count))
    let line = lines.line(at: offset)
    let before = bytes[lines.start(of: line)..<offset]
    return FoundSecret(kind: kind, line: line + 1, column: String(decoding: before, as: UTF8.self).count + 1)
  }

  // MARK: - Private keys

  private static let keyHeads = ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----", "Private-Lines: "].map { Array($0.utf8) }
  private static let keyWord = ByteSearch(Array("rivate".utf8))
  private static let keyWordInCapitals = ByteSearch(Array("RIVATE".utf8))

  /// Finds `-----BEGIN … PRIVATE KEY-----` and its like of OpenPGP and of PuTTY, with a key in the lines below.
  private func privateKey(from start: Int) -> Place? {
    [Self.keyWord, Self.keyWordInCapitals].lazy.compactMap { privateKey(from: start, $0) }
      .min { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func privateKey(from start: Int, _ word: ByteSearch?) -> Place? {
    var start = start
    while let place = word?.place(in: bytes, from: start).map({ max($0 - 1, start) }) {
      start = place + 2
      guard let sign = Self.keyHeads.first(where: bytes[place...].starts) else { continue }
      start = place + sign.count
      let line = bytes[max(0, place - 40)..<place].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? max(0, place - 40)
      guard sign.last == ASCII.space || String(decoding: bytes[line..<place], as: UTF8.self).contains("-----BEGIN")
      else { continue }
      // Lines of fields may stand before the key.
      let below = bytes[start...].prefix(2_000).split(separator: ASCII.lineFeed).prefix(12).map { line in
        // In JSON a key is one line with `\n` between its parts.
        line.drop { ASCII.isWhiteSpace($0) || $0 == ASCII.greater || $0 == ASCII.backslash || $0 == ASCII.doubleQuote }
          .prefix(while: Self.isBase64).count
      }
      if below.contains(where: { $0 >= 16 }) { return (line..<start, .privateKey) }
    }
    return nil
  }

  private static let addressSign = ByteSearch(Array("://".utf8))

  /// Texts in front of a key or a password, and the least length of the text after them.
  private static let introductions: [(search: ByteSearch?, text: String, length: Int)] = [
    ("hooks.slack.com/services/", 20), ("discord.com/api/webhooks/", 20), ("Bearer ", 24), ("bearer ", 24), (":AA", 30),
    (".eyJ", 16),
    ("\"auth\": \"", 16), ("\"auth\":\"", 16), ("SG.", 40), ("hvs.", 24), ("curl -u ", 8), ("_authToken=", 16),
  ].map { (ByteSearch(Array($0.0.utf8)), $0.0, $0.1) }
  private static let machine = ByteSearch(Array("machine ".utf8))

  /// Finds the password of `https://name:password@example.com`, and texts that come only with a key.
  private func credentials(from start: Int) -> Place? {
    let introduced = Self.introductions.lazy.compactMap { introduction(from: start, $0.search, $0.text, $0.length) }
    return ([password(inAddressFrom: start), password(ofMachineFrom: start)].compactMap(\.self) + introduced)
      .min { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func introduction(from start: Int, _ search: ByteSearch?, _ text: String, _ length: Int) -> Place? {
    var start = start
    while let place = search?.place(in: bytes, from: start) {
      start = place + text.utf8.count
      let key = bytes[start...].prefix(400).prefix { $0 > 0x20 && $0 < 0x7F && !"\"'`<>()[],".utf8.contains($0) }
      let hasLetterBefore = place > 0 && Self.isOfToken(bytes[place - 1])
      let isStart = [UInt8(ascii: ":"), UInt8(ascii: ".")].contains(bytes[place]) == hasLetterBefore
      let isKnown = text.hasPrefix("curl") ? key.contains(ASCII.colon) : Self.isMixed(key)
      if isStart || text.contains("/"), key.count >= length, isKnown { return (place..<key.endIndex, .accessToken) }
    }
    return nil
  }

  /// Finds a line of `.netrc`: `machine example.com login kim password …`.
  private func password(ofMachineFrom start: Int) -> Place? {
    var start = start
    while let place = Self.machine?.place(in: bytes, from: start) {
      start = place + 8
      let words = bytes[place...].prefix(400).split(omittingEmptySubsequences: true, whereSeparator: ASCII.isWhiteSpace)
      guard let sign = words.prefix(8).firstIndex(where: { $0.elementsEqual("password".utf8) }), sign + 1 < words.count,
        words.prefix(sign).contains(where: { $0.elementsEqual("login".utf8) }), Self.isPassword(words[sign + 1], true)
      else { continue }
      return (words[sign + 1].indices, .assignedSecret)
    }
    return nil
  }

  private func password(inAddressFrom start: Int) -> Place? {
    var start = start
    while let place = Self.addressSign?.place(in: bytes, from: start) {
      start = place + 3
      let name = bytes[start...].prefix(80).prefix { $0 > 0x20 && !"/@\"'`<>()[]".utf8.contains($0) }
      guard bytes[name.endIndex...].first == UInt8(ascii: "@"), let colon = name.firstIndex(of: ASCII.colon) else {
        continue
      }
      let password = name[(colon + 1)...]
      if Self.isPassword(password, true) { return (password.indices, .assignedSecret) }
    }
    return nil
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == ASCII.plus || byte == ASCII.slash
  }

  // MARK: - Tokens

  private static let stride = 16

  private func token(from first: Int) -> Place? {
    var index = first
    while index < bytes.count {
      guard Self.isOfToken(bytes[index]) else {
        index += Self.stride
        continue
      }
      var start = index
      while start > first, Self.isOfToken(bytes[start - 1]) { start -= 1 }
      var end = index + 1
      while end < bytes.count, Self.isOfToken(bytes[end]) { end += 1 }
      if end - start >= Self.stride, let kind = kind(of: start..<end) { return (start..<end, kind) }
      index = end + Self.stride - 1
    }
    return nil
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == ASCII.underscore || byte == ASCII.hyphen
  }

  /// The form of a kind of token: its prefix, the least length after it, and its characters.
  private struct Pattern {
    let prefix: [UInt8]
    let length: Int
    let isCapital: Bool
    let kind: FoundSecret.Kind

    init(_ prefix: String, _ length: Int, _ kind: FoundSecret.Kind, isCapital: Bool = false) {
      self.prefix = Array(prefix.utf8)
      self.length = length
      self.kind = kind
      self.isCapital = isCapital
    }
  }

  private static let patterns: [Pattern] = [
    Pattern("AKIA", 16, .cloudKey, isCapital: true),
    Pattern("ASIA", 16, .cloudKey, isCapital: true),
    Pattern("AIza", 35, .cloudKey), Pattern("AGE-SECRET-KEY-1", 50, .privateKey),
    Pattern("ghp_", 36, .accessToken), Pattern("gho_", 36, .accessToken),
    Pattern("ghu_", 36, .accessToken), Pattern("ghs_", 36, .accessToken),
    Pattern("ghr_", 36, .accessToken), Pattern("github_pat_", 50, .accessToken),
    Pattern("glpat-", 20, .accessToken), Pattern("xoxb-", 20, .accessToken),
    Pattern("xoxp-", 20, .accessToken), Pattern("xoxa-", 20, .accessToken),
    Pattern("xoxs-", 20, .accessToken), Pattern("xapp-", 20, .accessToken),
    Pattern("sk-", 32, .accessToken), Pattern("sk_live_", 20, .accessToken),
    Pattern("rk_live_", 20, .accessToken), Pattern("npm_", 36, .accessToken),
    Pattern("pypi-AgE", 40, .accessToken), Pattern("hf_", 34, .accessToken),
    Pattern("dop_v1_", 60, .accessToken), Pattern("shpat_", 32, .accessToken),
    Pattern("eyJ", 60, .accessToken), Pattern("ntn_", 40, .accessToken), Pattern("GOCSPX-", 24, .accessToken),
  ]

  private func kind(of range: Range<Int>) -> FoundSecret.Kind? {
    for pattern in Self.patterns where bytes[range].starts(with: pattern.prefix) {
      let rest = bytes[(range.lowerBound + pattern.prefix.count)..<range.upperBound]
      let fits =
        pattern.isCapital
        ? rest.count == pattern.length && Self.isKeyIdentifier(rest)
        : rest.count >= pattern.length && Self.isMixed(rest)
      if fits { return pattern.kind }
    }
    return isAssigned(range) ? .assignedSecret : nil
  }

  /// Returns true for letters and digits without an order; false for `xxxxxxxx`, `your-key-here` and the like.
  private static func isMixed(_ text: ArraySlice<UInt8>) -> Bool {
    text.count(where: ASCII.isDigit) >= 2 && text.count(where: ASCII.isLetter) >= 4 && Set(text).count >= 8
  }

  /// Returns true for capitals and digits. Digits may be missing by chance; examples in manuals end in EXAMPLE.
  private static func isKeyIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { ASCII.isDigit($0) || (0x41...0x5A).contains($0) }
      && Set(text).count >= 8 && !text.suffix(7).elementsEqual("EXAMPLE".utf8)
  }

  private static let names = ["password", "passwd", "secret", "token", "apikey", "accesskey"]

  /// Returns true for `api_key = "…"`, `password: …`: a value of letters and digits after a name for a secret.
  private func isAssigned(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    guard Self.isMixed(value), value.count(where: ASCII.isDigit) >= 4,
      !value.contains(ASCII.hyphen), Self.changesKind(value)
    else { return false }
    var index = range.lowerBound
    func skip(_ isSkipped: (UInt8) -> Bool) {
      while index > 0, isSkipped(bytes[index - 1]) { index -= 1 }
    }
    skip { ASCII.isBlank($0) || Self.quotes.contains($0) }
    guard index > 0, bytes[index - 1] == ASCII.colon || bytes[index - 1] == ASCII.equals else { return false }
    skip { $0 == ASCII.colon || $0 == ASCII.equals }
    skip { ASCII.isBlank($0) || Self.quotes.contains($0) }
    let end = index
    skip(Self.isOfToken)
    let name = bytes[index..<end].filter(ASCII.isLetter).map { $0 | 0x20 }
    let word = String(decoding: name, as: UTF8.self)
    return Self.names.contains { word.hasSuffix($0) }
  }

  private static let quotes = Set("\"'`".utf8)

  /// Returns true if digits and letters alternate several times, as in random text.
  private static func changesKind(_ text: ArraySlice<UInt8>) -> Bool {
    zip(text, text.dropFirst()).count { ASCII.isDigit($0) != ASCII.isDigit($1) } >= 4
  }

  // MARK: - Passwords

  /// Finds passwords such as `password: hunter2`, `DB_PASSWORD=…`, `비밀번호: …` or “The password is hunter2.”
  private func passwords(_ limit: Int) -> [Place] {
    var next = Self.signs.map { $0.search.place(in: bytes, from: 0) ?? .max }
    var places: [Place] = []
    while places.count < limit, let sign = next.min(), sign < .max {
      let index = next.firstIndex(of: sign) ?? 0
      next[index] = Self.signs[index].search.place(in: bytes, from: sign + 1) ?? .max
      guard sign >= places.last?.range.upperBound ?? 0, let name = name(before: sign),
        let range = value(after: sign + Self.signs[index].length - 1, of: name)
      else { continue }
      places.append((range, .assignedSecret))
    }
    return places
  }

  /// Returns the name of a password in front of a sign, as in the file.
  private func name(before sign: Int) -> String? {
    var end = sign
    while end > 0, ASCII.isBlank(bytes[end - 1]) || Self.decoration.contains(bytes[end - 1]) { end -= 1 }
    guard end > 0, Self.lastLetters.contains(bytes[end - 1] | 0x20) else { return nil }
    let name = Array(bytes[max(0, end - 40)..<end].reversed().prefix { Self.isOfToken($0) || $0 >= 0x80 })
    let text = String(decoding: name.reversed(), as: UTF8.self)
    // Most signs follow another word, which its last letters tell.
    if name.allSatisfy({ $0 < 0x80 }) {
      let letters = name.filter(ASCII.isLetter).map { $0 | 0x20 }
      guard Self.reversedNames.contains(where: letters.starts(with:)) else { return nil }
    } else {
      guard let last = text.last(where: \.isLetter), Self.lastCharacters.contains(last) else { return nil }
    }
    let words = text.lowercased().split { !$0.isLetter }
    let letters = words.joined()
    let isNamed =
      Self.passwordNames.contains(where: letters.hasSuffix)
      || words.last.map { Self.shortNames.contains(String($0)) } == true
      || Self.names.contains(where: letters.hasSuffix)
    return isNamed ? text : nil
  }

  private static let shortNames = ["pw", "pwd", "pin"]
  private static let reversedNames = (passwordNames + names + shortNames).map { Array($0.utf8.reversed()) }

  private static let passwordNames = [
    "password", "passwd", "passphrase", "passcode", "secretaccesskey", "clientsecret", "psk", "passwort", "kennwort",
    "contraseña", "senha", "privatekey",
    "clientkeydata", "accountkey", "비밀번호", "패스워드",
    "비번", "암호", "パスワード", "密码",
  ]
  private static let lastCharacters = Set(
    (passwordNames + names + shortNames).flatMap { [$0.last, $0.uppercased().last] }.compactMap(\.self))
  private static let lastLetters = Set(lastCharacters.compactMap { $0.utf8.last.map { $0 | 0x20 } })
  /// The text between a name and a password.
  private static let signs = [":", "=", "：", ",", " is ", " ist ", "는 ", "은 "].compactMap { sign in
    ByteSearch(Array(sign.utf8)).map { (search: $0, length: sign.utf8.count) }
  }
  private static let verbs = ["입니다", "이다", "이에요", "예요", "이야", "야", "임"]
  private static let decoration = Set("\"'`*".utf8)

  /// Returns true for the name of a variable such as `DB_PASSWORD`.
  private static func isVariable(_ name: String) -> Bool {
    name.utf8.allSatisfy { 0x41...0x5A ~= $0 || ASCII.isDigit($0) || $0 == ASCII.underscore }
  }

  /// Returns the value behind a sign, if it is the end of its line or sentence or between quotation marks, and does not look like a word.
  ///
  /// - Parameter sign: The last byte of the sign; a space after a word.
  private func value(after sign: Int, of name: String) -> Range<Int>? {
    // A password is no longer than this, so that a line of any length is read once.
    let limit = min(bytes.count, sign + 256)
    let lineEnd = firstOffset(of: ASCII.lineFeed, in: bytes, from: sign, to: limit) ?? limit
    let isSentence = bytes[sign] == ASCII.space
    let rest = bytes[(sign + 1)..<lineEnd].drop { ASCII.isBlank($0) || $0 == UInt8(ascii: "*") }
    let quote = rest.first.flatMap { Self.quotes.contains($0) ? $0 : nil }
    // `define('DB_PASSWORD', '…')`
    if bytes[sign] == ASCII.comma, quote == nil || !Self.isVariable(name) { return nil }
    let inside = rest.dropFirst(quote == nil ? 0 : 1)
    var value = inside.prefix { $0 > 0x20 && $0 != quote }
    let after = inside[value.endIndex...]
    if quote != nil {
      guard after.first == quote else { return nil }
    } else {
      let word = value
      if isSentence, let end = value.firstIndex(where: { $0 >= 0x80 }),
        Self.verbs.contains(where: { word[end...].starts(with: $0.utf8) })
      {
        value = value[..<end]
      }
      while let last = value.last, Self.endings.contains(last) { value.removeLast() }
      let isEnd = after.first { !ASCII.isWhiteSpace($0) }.map { $0 == ASCII.hash || $0 == UInt8(ascii: "(") } ?? true
      let verb = after.drop(while: ASCII.isBlank)
      let isSaid = isSentence && Self.verbs.contains { verb.starts(with: $0.utf8) }
      guard isEnd || isSaid || isSentence && value.count < word.count else { return nil }
    }
    let isVariable = Self.isVariable(name) && rest.startIndex == sign + 1 && bytes[sign] == ASCII.equals
    let isPassword = Self.isPassword(value, isVariable) || !isSentence && Self.isNamedNumber(value)
    return isPassword && (Self.isVariable(name) || Self.isPasswordName(name) || !isSentence && Self.isLong(value))
      ? value.indices : nil
  }

  /// Returns true for the name of a password, and false for the name of any other secret, such as `token`.
  private static func isPasswordName(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    return passwordNames.contains(where: words.joined().hasSuffix)
      || words.last.map { Self.shortNames.contains(String($0)) } == true
  }

  /// Returns true for a value that is no word with a number, `chapter1`: at least eight letters and two digits, no day.
  private static func isLong(_ value: ArraySlice<UInt8>) -> Bool {
    value.count >= 8 && value.count(where: ASCII.isDigit) >= 2 && value.contains(where: ASCII.isLetter)
      && !value.contains(ASCII.hyphen)
  }

  /// Returns true for letters of another script before two digits, or before one and a sign: `호랑이77`, `홍길동8!`. An amount
  /// such as `8자이상` begins with a digit, a time such as `오전11시` has letters after the digits.
  private static func isNamedNumber(_ value: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: value, as: UTF8.self)
    let word = text.prefix { $0.isLetter }
    let rest = text[word.endIndex...]
    let digits = rest.count { $0.isASCII && $0.isNumber }
    return word.contains { !$0.isASCII } && text.count >= 5 && digits > 0 && (digits > 1 || rest.count > digits)
      && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "!@#$%^&?".contains($0)) }
  }

  private static let endings = Set("*,;.)!?|".utf8)

  /// Returns true for a value that looks like a password, and false for words, amounts, days, addresses and
  /// placeholders.
  private static func isPassword(_ value: ArraySlice<UInt8>, _ isVariable: Bool) -> Bool {
    guard 4...256 ~= value.count, value.allSatisfy({ $0 < 0x7F }), let first = value.first,
      !"$<{%[(@!/~.=&".utf8.contains(first) || value.count == 40, !value.contains(where: "()[]{}<>\\".utf8.contains)
    else { return false }
    let text = String(decoding: value, as: UTF8.self).lowercased()
    guard !text.contains("://"), !text.contains("env."), !text.contains(".pass"),
      !placeholders.contains(where: text.contains), !algorithms.contains(where: text.hasPrefix)
    else { return false }
    let digits = value.count(where: ASCII.isDigit)
    let letters = value.count(where: ASCII.isLetter)
    if letters == 0 { return digits == value.count && digits <= 12 }
    if digits == 0 {
      let hasSign = value.dropFirst().dropLast().contains(where: "!@#$%^&?".utf8.contains)
      return value.count >= 8 && hasSign || isVariable && value.count >= 6 && !words.contains(text)
    }
    return value.count >= 6 && !units.contains { text.hasSuffix($0) && text.first?.isNumber == true }
  }

  private static let placeholders = [
    "xxx", "***", "...", "your", "example", "changeme", "change-me", "placeholder", "redacted", "hidden", "todo",
  ]
  private static let algorithms = ["sha", "aes", "argon", "pbkdf", "bcrypt", "scrypt", "md5", "utf", "base64", "rfc"]
  private static let units = [
    "bit", "bits", "chars", "characters", "letters", "digits", "words", "days", "min", "hours",
  ]
  private static let words: Set = [
    "password", "passwd", "secret", "postgres", "string", "required", "optional", "default", "unknown", "prompt",
  ]
}
