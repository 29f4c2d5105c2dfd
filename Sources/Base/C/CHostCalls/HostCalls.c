#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CHostCalls.h"

#include <signal.h>
#include <stddef.h>

void handle_signal(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(number, &action, NULL);
}

int signal_is_unhandled(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

int open_without_links(const char *path, int flags) {
#if defined(SYS_openat2) && defined(RESOLVE_NO_SYMLINKS)
  struct open_how how = {.flags = (unsigned long long)flags, .resolve = RESOLVE_NO_SYMLINKS};
  int descriptor = (int)syscall(SYS_openat2, -1, path, &how, sizeof how);
  if (descriptor < 0 && errno == EPERM) errno = ENOSYS;
  return descriptor;
#else
  errno = ENOSYS;
  return -1;
#endif
}

int place_flag(void) { return O_PATH; }

int rename_to_free(int old_folder, const char *old_path, int new_folder, const char *new_path) {
  const unsigned int no_replace = 1;
  return (int)syscall(SYS_renameat2, old_folder, old_path, new_folder, new_path, no_replace);
}

long names_of_attributes(int descriptor, char *names, long size) {
  return flistxattr(descriptor, names, (size_t)size);
}

long bytes_of_attribute(int descriptor, const char *name, void *bytes, long size) {
  return fgetxattr(descriptor, name, bytes, (size_t)size);
}

void set_attribute(int descriptor, const char *name, const void *bytes, long size) {
  fsetxattr(descriptor, name, bytes, (size_t)size, 0);
}

int make_closing_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

void start_writing(int file) { sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }

const void *place_of_text(const void *bytes, long count, const void *text, long length) {
  return memmem(bytes, (size_t)count, text, (size_t)length);
}

#ifdef __GLIBC__
void release_free_memory(void) { malloc_trim(0); }
void limit_memory_pools(int count) { mallopt(M_ARENA_MAX, count); }
#else
void release_free_memory(void) {}
void limit_memory_pools(int count) {}
#endif
#endif
