import Glibc

/// The absolute path of a program in the folders of `path`, which is a list as in PATH; nil where there is none.
///
/// Relative folders in the list do not count: what a repository holds is never run.
package func programPath(_ name: String, in path: String) -> String? {
  path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { $0 + "/" + name }
    .first { access($0, X_OK) == 0 }
}
