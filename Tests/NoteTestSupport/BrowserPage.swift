import Foundation

/// A page in Chromium that is used as people use it: with keys, fingers, and the buttons of the window.
///
/// A test ends with ``close()``, which throws what the page said on its console.
package final class BrowserPage {
  private let process = Process()
  private let folder: TemporaryFolder
  private let pipes: (to: Int32, from: Int32)
  private var rest: [UInt8] = []
  private var number = 0
  private var session: String?
  private var complaints: [String] = []
  /// Requests whose addresses end so are kept back, or refused, until ``release()``.
  private var heldEndings: [String] = []
  private var refusedEndings: [String] = []
  private var held: [String] = []

  /// - Parameters:
  ///   - width: Of the window.
  ///   - touches: True for a telephone.
  /// - Throws: An error if the browser cannot be started.
  package init(width: Int = 1_280, height: Int = 800, touches: Bool = false) throws {
    folder = try TemporaryFolder()
    let names = ["to", "from"].map { [path = folder.path] in path + "/" + $0 }
    guard names.allSatisfy({ mkfifo($0, 0o600) == 0 }) else { throw BrowserFailure(reason: "no pipe") }
    // Open for both directions, so that neither end waits for the other.
    pipes = (open(names[0], O_RDWR | O_CLOEXEC), open(names[1], O_RDWR | O_CLOEXEC | O_NONBLOCK))
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$@\" 3<\"$0/to\" 4>\"$0/from\" 2>/dev/null", folder.path, HeadlessBrowser.program ?? ""]
      + HeadlessBrowser.options
      + ["--remote-debugging-pipe", "--user-data-dir=" + folder.path + "/profile"]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? ""
    session =
      try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { _ = try call(domain + ".enable") }
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": touches])
    if touches { _ = try call("Emulation.setTouchEmulationEnabled", ["enabled": true]) }
  }

  deinit {
    // The shell became the browser, whose other processes end with it.
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    Foundation.close(pipes.to)
    Foundation.close(pipes.from)
  }

  // MARK: What people do

  /// Goes to an address and waits until the page and its scripts are there.
  ///
  /// - Parameter expression: Is true as soon as the page is ready.
  package func go(to address: String, until expression: String = "!!window.sheaf") throws {
    _ = try evaluate("window.before = true")
    _ = try call("Page.navigate", ["url": address])
    try wait(until: "!window.before && document.readyState !== 'loading' && \(expression)")
  }

  /// Goes back to the page before.
  package func goBack() throws {
    _ = try evaluate("history.back()")
  }

  /// Presses a key and lets it go.
  package func press(_ key: String, control: Bool = false) throws {
    let isText = key.count == 1 && !control
    let code = key.count == 1 && key.first?.isLetter == true ? "Key" + key.uppercased() : ""
    var event: [String: Any] = ["key": key, "code": code, "modifiers": control ? 2 : 0]
    if key == "Enter" { event["text"] = "\r" } else if isText { event["text"] = key }
    if let number = Self.keyNumbers[key] { event["windowsVirtualKeyCode"] = number }
    for type in ["keyDown", "keyUp"] {
      event["type"] = type
      _ = try call("Input.dispatchKeyEvent", event)
    }
  }

  private static let keyNumbers = ["Enter": 13, "Escape": 27, "Backspace": 8, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9]

  /// Types a text on a keyboard that has its letters.
  package func type(_ text: String) throws {
    for letter in text { try press(String(letter)) }
  }

  /// Shows a text that an input method has not ended yet.
  package func compose(_ text: String) throws {
    _ = try call(
      "Input.imeSetComposition",
      ["text": text, "selectionStart": text.utf16.count, "selectionEnd": text.utf16.count])
  }

  /// Touches the middle of the first element of a selector.
  package func touch(_ selector: String) throws {
    let box = try evaluate(
      "(() => { const r = document.querySelector('\(selector)').getBoundingClientRect(); "
        + "return (r.left + r.width / 2) + ' ' + (r.top + r.height / 2) })()"
    ).split(separator: " ").compactMap { Double($0) }
    guard box.count == 2 else { throw BrowserFailure(reason: "no " + selector) }
    _ = try call("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [["x": box[0], "y": box[1]]]])
    _ = try call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [[String: Any]]()])
  }

  // MARK: Looking

  /// The value of an expression in the page, as text; the value of a promise when it is there.
  package func evaluate(_ expression: String) throws -> String {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    let value = (answer["result"] as? [String: Any])?["value"]
    return value.map { "\($0)" } ?? ""
  }

  /// Waits until an expression is true in the page.
  ///
  /// - Throws: An error with what the page shows if it is not true within a minute.
  package func wait(until expression: String) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while try evaluate("String(Boolean(\(expression)))") != "true" {
      guard Date() < deadline else {
        let shown = try evaluate("document.body && document.body.innerText.slice(0, 2000)")
        throw BrowserFailure(reason: "never: \(expression)\n\(complaints)\n\(shown)")
      }
      _ = try receive(milliseconds: 20)
    }
  }

  // MARK: The network

  /// Keeps back every request whose address ends so, until ``release()``.
  package func hold(_ endings: String...) throws {
    heldEndings += endings
    _ = try call("Fetch.enable")
  }

  /// Answers every request whose address ends so with a failure, until ``release()``.
  package func refuse(_ endings: String...) throws {
    refusedEndings += endings
    _ = try call("Fetch.enable")
  }

  package func release() throws {
    (heldEndings, refusedEndings) = ([], [])
    for request in held { _ = try call("Fetch.continueRequest", ["requestId": request]) }
    held = []
  }

  /// Forgets complaints about requests that the test refused.
  package func expectRefusals() {
    complaints.removeAll { $0.contains("Failed to load resource") }
  }

  // MARK: The end

  /// - Throws: ``ConsoleComplaints`` if the page said anything on the console.
  package func close() throws {
    _ = try evaluate("new Promise(then => setTimeout(then))")
    guard complaints.isEmpty else { throw ConsoleComplaints(lines: complaints) }
  }

  // MARK: The protocol

  @discardableResult
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let own = try send(method, parameters)
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline {
      guard let message = try receive(milliseconds: 200), message["id"] as? Int == own else { continue }
      if let error = message["error"] { throw BrowserFailure(reason: "\(method): \(error)") }
      return message["result"] as? [String: Any] ?? [:]
    }
    throw BrowserFailure(reason: "no answer to " + method)
  }

  private func send(_ method: String, _ parameters: [String: Any]) throws -> Int {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(pipes.to, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BrowserFailure(reason: "the browser has ended") }
      sent += count
    }
    return number
  }

  /// The next message, after its effect on this value; nil if there is none within the time.
  private func receive(milliseconds: Int32) throws -> [String: Any]? {
    while true {
      if let end = rest.firstIndex(of: 0) {
        let message = try JSONSerialization.jsonObject(with: Data(rest[..<end])) as? [String: Any]
        rest.removeSubrange(...end)
        try note(message ?? [:])
        return message
      }
      var descriptor = pollfd(fd: pipes.from, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, milliseconds) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(pipes.from, &bytes, bytes.count)
      guard count > 0 else { return nil }
      rest += bytes[..<count]
    }
  }

  private func note(_ message: [String: Any]) throws {
    let values = message["params"] as? [String: Any] ?? [:]
    switch message["method"] as? String {
    case "Fetch.requestPaused":
      let address = (values["request"] as? [String: Any])?["url"] as? String ?? ""
      let request = values["requestId"] as? String ?? ""
      if refusedEndings.contains(where: address.hasSuffix) {
        _ = try send("Fetch.failRequest", ["requestId": request, "errorReason": "ConnectionFailed"])
      } else if heldEndings.contains(where: address.hasSuffix) {
        held.append(request)
      } else {
        _ = try send("Fetch.continueRequest", ["requestId": request])
      }
    case "Runtime.exceptionThrown": complaints.append("\(values["exceptionDetails"] ?? "")")
    case "Runtime.consoleAPICalled": complaints.append("\(values["args"] ?? "")")
    case "Log.entryAdded":
      let entry = values["entry"] as? [String: Any] ?? [:]
      complaints.append("\(entry["text"] ?? "") \(entry["url"] ?? "")")
    default: break
    }
  }
}

/// A browser that does not do what a test asks for.
package struct BrowserFailure: Error {
  package let reason: String
}
