// Extended attributes, which the overlay of the C library leaves out.
#include <sys/xattr.h>
