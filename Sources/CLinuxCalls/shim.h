// Calls of Linux that the overlay of the C library leaves out.
#include <sys/xattr.h>

extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
                     unsigned int flags);
