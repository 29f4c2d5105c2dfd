// Functions that the overlay of the C library leaves out, or that the standard defines by macros. No header that the
// overlay has is included, so that its types remain its own.

#ifndef C_HOST_CALLS_H
#define C_HOST_CALLS_H

// Lets a signal call a function; a call that waits is interrupted.
void handle_signal(int number, void (*handler)(int));

int signal_is_unhandled(int number);

#ifdef __linux__
// Opens a file if no part of its absolute path is a symbolic link: ELOOP if one is, ENOSYS if the kernel lacks the call
// or a container forbids it.
int open_without_links(const char *path, int flags);

// The flag that opens a place in the tree without opening the file there (O_PATH).
int place_flag(void);

// Renames a file if the new name is free.
int rename_to_free(int old_folder, const char *old_path, int new_folder, const char *new_path);

// The names of the extended attributes of an open file, each with a zero after it, then the bytes of one. The result is
// the number of bytes, negative if there are none. With a size of 0 nothing is written.
long names_of_attributes(int descriptor, char *names, long size);
long bytes_of_attribute(int descriptor, const char *name, void *bytes, long size);
void set_attribute(int descriptor, const char *name, const void *bytes, long size);

// A pipe of which no program inherits an end.
int make_closing_pipe(int *ends);

// Begins to write a file to the disk and does not wait.
void start_writing(int file);

// Returns the first place of a text in another, NULL if there is none.
const void *place_of_text(const void *bytes, long count, const void *text, long length);

// Gives memory that is free back to the system.
void release_free_memory(void);

// The most pools that threads take memory from: each keeps what was free in it.
void limit_memory_pools(int count);
#endif

#endif
