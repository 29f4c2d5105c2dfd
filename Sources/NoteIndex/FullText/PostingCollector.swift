import Synchronization

/// The posting lists that one thread at a time makes: ``FullTextCollection`` sees to that.
package final class PostingCollector: Sendable {
  let lists = Mutex(PostingLists())
}
