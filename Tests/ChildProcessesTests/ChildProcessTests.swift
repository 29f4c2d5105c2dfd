import ChildProcesses
import ParallelWork
import Testing

@Suite struct ChildProcessTests {
  private static func finish(
    _ line: String, input: [UInt8] = [], limit: Int = .max
  ) throws -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let process = try PipedProcess(
      path: "/bin/sh", arguments: ["-c", line], environment: ["PATH": "/usr/bin:/bin", "A": "a b"])
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    let status = process.finish(
      input: input,
      output: { piece in
        output += piece
        return output.count < limit
      }, errors: { errors += $0 })
    return (status, output, errors)
  }

  @Test func `input, output, errors, status and environment go each their own way`() throws {
    let run = try Self.finish("cat; echo \"$A\" >&2; exit 3", input: Array("가나".utf8))
    #expect(run.status == 3)
    #expect(run.output == Array("가나".utf8))
    #expect(run.errors == Array("a b\n".utf8))
  }

  @Test func `megabytes go through in both directions at once`() throws {
    let text = [UInt8](repeating: 0x61, count: 3_000_000)
    let run = try Self.finish("tee /dev/stderr", input: text)
    // Millions of bytes are not compared by a report of each difference.
    let isWhole = (run.output == text, run.errors == text)
    #expect(isWhole.0 && isWhole.1, "\(run.output.count), \(run.errors.count)")
  }

  @Test func `a program that prints for ever ends where nothing more is taken`() throws {
    let run = try Self.finish("yes", limit: 100_000)
    #expect(run.status != 0)
    #expect(run.output.count >= 100_000)
  }

  @Test func `a program that reads nothing is no failure, and a signal is told`() throws {
    #expect(try Self.finish("true", input: [UInt8](repeating: 0, count: 1_000_000)).status == 0)
    #expect(try Self.finish("kill -9 $$").status == 137)
  }

  @Test func `what is no program is told with its reason`() {
    let error = #expect(throws: ChildProcess.StartError.self) {
      try ChildProcess(path: "/nowhere/program", arguments: [])
    }
    #expect(error?.reason == "No such file or directory")
  }

  @Test func `a program is found in absolute folders alone`() {
    #expect(programPath("sh", in: "bin:.:/bin") == "/bin/sh")
    #expect(programPath("sh", in: "bin:.") == nil)
    // A folder is no program.
    #expect(programPath("bin", in: "/usr:/") == nil)
    #expect(programPath("/usr/bin", in: "") == nil)
  }

  @Test func `a folder of a program's name is passed over`() {
    #expect(programPath("bin", in: "/:/usr") == nil)
    #expect(programPath("/bin", in: "") == nil)
  }

  @Test func `two hundred programs are waited for at once, whatever the pools of threads are at`()
    async throws
  {
    let statuses = await withTaskGroup(of: Int32.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await onOwnThread { (try? Self.finish("sleep 0.2").status) ?? -1 }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [Int32](repeating: 0, count: 200))
  }
}
