// Reads an archive that is a part of an open file: libarchive asks for its bytes by their offset.
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct archive_part {
  int file;
  long long begin, size, offset;
  unsigned char bytes[1 << 16];
};

static la_ssize_t archive_part_read(struct archive *archive, void *context, const void **bytes) {
  struct archive_part *part = context;
  long long left = part->size - part->offset;
  size_t wanted = left < (long long)sizeof part->bytes ? (size_t)left : sizeof part->bytes;
  ssize_t count = wanted == 0 ? 0 : pread(part->file, part->bytes, wanted, part->begin + part->offset);
  if (count < 0) {
    archive_set_error(archive, EIO, "it cannot be read");
    return ARCHIVE_FATAL;
  }
  part->offset += count;
  *bytes = part->bytes;
  return count;
}

static la_int64_t archive_part_seek(
    struct archive *archive, void *context, la_int64_t offset, int from) {
  struct archive_part *part = context;
  long long start = from == SEEK_SET ? 0 : from == SEEK_CUR ? part->offset : part->size;
  if (start + offset < 0 || start + offset > part->size) return ARCHIVE_FATAL;
  return part->offset = start + offset;
}

static la_int64_t archive_part_skip(struct archive *archive, void *context, la_int64_t count) {
  struct archive_part *part = context;
  long long left = part->size - part->offset;
  if (count > left) count = left;
  part->offset += count;
  return count;
}

static int archive_part_close(struct archive *archive, void *context) {
  free(context);
  return ARCHIVE_OK;
}

// Opens `size` bytes of a file from `begin` as a zip, tar or 7z archive; NULL without memory. archive_error_string
// describes a failure. Formats that need XML or another program are left out.
static inline struct archive *open_archive_part(int file, long long begin, long long size, int *result) {
  struct archive *archive = archive_read_new();
  struct archive_part *part = malloc(sizeof *part);
  if (archive == NULL || part == NULL) {
    free(part);
    if (archive != NULL) archive_read_free(archive);
    return NULL;
  }
  part->file = file;
  part->begin = begin;
  part->size = size;
  part->offset = 0;
  archive_read_support_format_zip(archive);
  archive_read_support_format_tar(archive);
  archive_read_support_format_7zip(archive);
  archive_read_support_filter_gzip(archive);
  archive_read_support_filter_bzip2(archive);
  archive_read_support_filter_xz(archive);
  archive_read_support_filter_zstd(archive);
  archive_read_set_read_callback(archive, archive_part_read);
  archive_read_set_seek_callback(archive, archive_part_seek);
  archive_read_set_skip_callback(archive, archive_part_skip);
  archive_read_set_close_callback(archive, archive_part_close);
  archive_read_set_callback_data(archive, part);
  *result = archive_read_open1(archive);
  return archive;
}
