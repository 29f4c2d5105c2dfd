import Glibc

/// The absolute path of a program in the folders of `path`, which is a list as in PATH; nil where there is none. A name
/// that is an absolute path already is looked for there alone.
///
/// Relative folders in the list do not count: what a repository holds is never run.
package func programPath(_ name: String, in path: String) -> String? {
  if name.hasPrefix("/") { return access(name, X_OK) == 0 ? name : nil }
  return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { $0 + "/" + name }
    .first { access($0, X_OK) == 0 }
}
