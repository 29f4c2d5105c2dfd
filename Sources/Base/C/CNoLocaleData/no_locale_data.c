#include <stdint.h>

// An ICU data package with nothing in it, in the form of ICU's udata.h and ucmndata.h.
//
// The full Foundation, which some libraries import, brings ICU with 31 MB of data about the world's languages. Sheaf
// asks it for nothing: days, words and cases are its own. Linked statically, this definition comes before the one in
// Foundation's archive, so the linker leaves that out. If ICU has another version, the name differs, and the program is
// complete and larger.
struct empty_data {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size;
  uint16_t reserved;
  uint8_t is_big_endian, charset_family, size_of_uchar, reserved_byte;
  uint8_t data_format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t count;
};

__attribute__((visibility("hidden"), aligned(16))) const struct empty_data icudt76_dat = {
  .header_size = 32,
  .magic = {0xda, 0x27},
  .info_size = 20,
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  .is_big_endian = 1,
#endif
  .size_of_uchar = 2,
  .data_format = {'C', 'm', 'n', 'D'},
  .format_version = {1},
  .data_version = {76},
};
