#include <errno.h>
#include <iconv.h>
#include <langinfo.h>

// libarchive gives the names of tar and 7z archives, and those of zip archives that say they are UTF-8, in the encoding of
// the locale, and loses them where that is ASCII. The program sets no locale, and a static one has no data for any. These
// definitions come before those of the C library: the encoding is UTF-8, as Sheaf's always is. No other conversion exists,
// so that libarchive uses its own between UTF-16 and UTF-8 and loads no code of the system; see ArchiveNames.swift for
// the names that are in older encodings.
char *nl_langinfo(nl_item item) { return item == CODESET ? "UTF-8" : ""; }

iconv_t iconv_open(const char *to, const char *from) {
  (void)to, (void)from;
  errno = EINVAL;
  return (iconv_t)-1;
}

size_t iconv(
    iconv_t converter, char **restrict from, size_t *restrict from_left, char **restrict to,
    size_t *restrict to_left) {
  (void)converter, (void)from, (void)from_left, (void)to, (void)to_left;
  errno = EINVAL;
  return (size_t)-1;
}

int iconv_close(iconv_t converter) {
  (void)converter;
  return 0;
}
