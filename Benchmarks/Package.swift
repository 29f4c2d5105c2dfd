// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "sheaf-benchmarks",
  dependencies: [
    .package(name: "sheaf", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "SyntaxBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "NoteBenchmarkSupport", package: "sheaf"),
      ],
      path: "Benchmarks/SyntaxBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    )
  ]
)
