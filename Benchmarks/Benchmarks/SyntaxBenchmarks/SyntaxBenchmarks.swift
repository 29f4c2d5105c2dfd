import Benchmark
import NoteBenchmarkSupport

/// The stages of one note on its way into the index.
let benchmarks: @Sendable () -> Void = {
  let samples = BenchmarkSamples()
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .mallocCountTotal], scalingFactor: .kilo)

  Benchmark("front matter of eight fields") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(samples.readFrontMatter()) }
  }

  Benchmark("document of two kilobytes") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(samples.parseDocument()) }
  }

  Benchmark("search tokens of two kilobytes") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(samples.cutTokens()) }
  }
}
