// Calls of Linux that the overlay of the C library leaves out. Headers that the overlay has stay out, so that their
// types remain its own.
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <errno.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

// Opens a place in the tree, not what is there (O_PATH, which the overlay leaves out).
#ifndef O_PATH
#define O_PATH 010000000
#endif

extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
                     unsigned int flags);
// Gives memory that is free back to the system.
extern int malloc_trim(unsigned long kept);
extern int mallopt(int parameter, int value);
extern int pipe2(int *ends, int flags);
// Where a text begins in another, NULL where it is not there.
extern void *memmem(const void *bytes, unsigned long count, const void *text, unsigned long length);
extern long syscall(long number, ...);

// The most pools that threads take memory from (M_ARENA_MAX): each keeps what was free in it.
static inline int limit_memory_pools(int count) { return mallopt(-8, count); }

// Opens a file where no part of its absolute path is a symbolic link: ELOOP where one is, ENOSYS where the kernel lacks
// the call.
static inline int open_without_links(const char *path, int flags) {
#if defined(SYS_openat2) && defined(RESOLVE_NO_SYMLINKS)
  struct open_how how = {.flags = (unsigned long long)flags, .resolve = RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, -1, path, &how, sizeof how);
#else
  errno = ENOSYS;
  return -1;
#endif
}
