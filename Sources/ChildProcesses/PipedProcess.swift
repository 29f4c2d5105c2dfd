/// A program that runs with three pipes, on the thread that waits for it.
///
/// Nothing here needs another thread, so it also works where all of them are busy waiting.
package struct PipedProcess {
  private let process: ChildProcess
  private let pipes: ProcessPipes

  /// Starts a program; the parameters and errors are those of ``ChildProcess``.
  package init(
    path: String, arguments: [String], environment: [String: String]
  ) throws(ChildProcess.StartError) {
    let pipes = try ProcessPipes()
    do throws(ChildProcess.StartError) {
      process = try ChildProcess(
        path: path, arguments: arguments, environment: environment, streams: pipes.childEnds)
    } catch {
      pipes.closeChildEnds()
      pipes.closeOwnEnds()
      throw error
    }
    pipes.closeChildEnds()
    self.pipes = pipes
  }

  /// Writes the input and hands over what comes back until the program has closed its streams, and waits for it.
  ///
  /// - Parameters:
  ///   - input: What the program reads.
  ///   - output: Takes what it prints, in pieces; false closes its standard output, so that it can print no more.
  ///   - errors: Takes what it prints on standard error, in pieces.
  /// - Returns: The exit status, or 128 and the number of the signal that ended it.
  package func finish(
    input: [UInt8] = [], output: ([UInt8]) -> Bool, errors: ([UInt8]) -> Void
  ) -> Int32 {
    pipes.exchange(input, output: output, errors: errors)
    return process.wait()
  }
}
