#include "pictures.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

// The header of libjpeg needs the types of stdio.h.
#include <jpeglib.h>

// The most pixels of a picture, and bytes of memory that a library may take for one.
static const uint64_t most_pixels = 100000000, most_memory = 256 << 20;
// Passes over one progressive picture: a few bytes more would mean all blocks once more.
static const int most_scans = 100;
static const int quality = 80;

// Returns the height that belongs to a new width.
static int height_at(unsigned width, int old_width, int old_height) {
  int height = (int)((uint64_t)old_height * width / (unsigned)old_width);
  return height > 0 ? height : 1;
}

// MARK: - JPEG

// The state of libjpeg; an error in a file jumps back to `picture_*`, which frees what both sides hold.
struct jpeg_run {
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf end;
  struct jpeg_decompress_struct in;
  struct jpeg_compress_struct out;
  struct jpeg_destination_mgr target;
  size_t written;
};

static void jpeg_fail(j_common_ptr info) { longjmp(((struct jpeg_run *)info->client_data)->end, 1); }

static void jpeg_say_nothing(j_common_ptr info) { (void)info; }

static void jpeg_count_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > most_scans) jpeg_fail(info);
}

static void jpeg_begin_output(j_compress_ptr info) { (void)info; }

static boolean jpeg_output_is_full(j_compress_ptr info) {
  jpeg_fail((j_common_ptr)info);
  return FALSE;
}

static void jpeg_end_output(j_compress_ptr info) {
  ((struct jpeg_run *)info->client_data)->written -= info->dest->free_in_buffer;
}

static void jpeg_prepare(struct jpeg_run *run, uint8_t *result, size_t capacity) {
  jpeg_std_error(&run->errors);
  run->errors.error_exit = jpeg_fail;
  run->errors.output_message = jpeg_say_nothing;
  run->progress.progress_monitor = jpeg_count_scans;
  run->in.err = run->out.err = &run->errors;
  run->in.client_data = run->out.client_data = run;
  run->target.init_destination = jpeg_begin_output;
  run->target.empty_output_buffer = jpeg_output_is_full;
  run->target.term_destination = jpeg_end_output;
  run->target.next_output_byte = result;
  run->target.free_in_buffer = run->written = capacity;
}

// Decodes a picture at an eighth to eight eighths of its size and encodes its lines one by one.
static void jpeg_copy_scaled(struct jpeg_run *run, const uint8_t *bytes, size_t count, unsigned width) {
  struct jpeg_decompress_struct *in = &run->in;
  struct jpeg_compress_struct *out = &run->out;
  jpeg_create_decompress(in);
  jpeg_create_compress(out);
  in->progress = &run->progress;
  in->mem->max_memory_to_use = (long)most_memory;
  jpeg_mem_src(in, bytes, count);
  // How it is turned, and its colour profile.
  jpeg_save_markers(in, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(in, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(in, TRUE);
  if ((uint64_t)in->image_width * in->image_height > most_pixels) jpeg_fail((j_common_ptr)in);
  switch (in->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_YCbCr:
    case JCS_RGB: in->out_color_space = in->jpeg_color_space; break;
    default: jpeg_fail((j_common_ptr)in);
  }
  in->scale_denom = 8;
  for (in->scale_num = 8; in->scale_num > 1 && in->image_width * in->scale_num > 8 * width;) in->scale_num--;
  jpeg_start_decompress(in);
  out->dest = &run->target;
  out->image_width = in->output_width;
  out->image_height = in->output_height;
  out->input_components = in->output_components;
  out->in_color_space = in->out_color_space;
  jpeg_set_defaults(out);
  jpeg_set_quality(out, quality, TRUE);
  out->optimize_coding = TRUE;
  jpeg_start_compress(out, TRUE);
  for (jpeg_saved_marker_ptr marker = in->marker_list; marker; marker = marker->next)
    jpeg_write_marker(out, marker->marker, marker->data, marker->data_length);
  JSAMPARRAY line = in->mem->alloc_sarray(
      (j_common_ptr)in, JPOOL_IMAGE, in->output_width * (unsigned)in->output_components, 1);
  while (in->output_scanline < in->output_height) {
    jpeg_read_scanlines(in, line, 1);
    jpeg_write_scanlines(out, line, 1);
  }
  jpeg_finish_compress(out);
}

static size_t jpeg_reduced(const uint8_t *bytes, size_t count, unsigned width, uint8_t *result, size_t capacity) {
  struct jpeg_run *run = calloc(1, sizeof *run);
  if (!run) return 0;
  jpeg_prepare(run, result, capacity);
  size_t written = 0;
  if (!setjmp(run->end)) {
    jpeg_copy_scaled(run, bytes, count, width);
    written = run->written;
  }
  jpeg_destroy_decompress(&run->in);
  jpeg_destroy_compress(&run->out);
  free(run);
  return written;
}

static void jpeg_encode(struct jpeg_run *run, const WebPPicture *picture) {
  struct jpeg_compress_struct *out = &run->out;
  jpeg_create_compress(out);
  out->dest = &run->target;
  out->image_width = (unsigned)picture->width;
  out->image_height = (unsigned)picture->height;
  out->input_components = 4;
  out->in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(out);
  jpeg_set_quality(out, quality, TRUE);
  out->optimize_coding = TRUE;
  // Screenshots have letters of one colour, so colours are kept for each pixel.
  out->comp_info[0].h_samp_factor = out->comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(out, TRUE);
  for (int y = 0; y < picture->height; y++) {
    JSAMPROW line = (JSAMPROW)(picture->argb + (size_t)y * (size_t)picture->argb_stride);
    jpeg_write_scanlines(out, &line, 1);
  }
  jpeg_finish_compress(out);
}

// Returns the bytes of a picture of pixels as JPEG.
static size_t jpeg_written(const WebPPicture *picture, uint8_t *result, size_t capacity) {
  struct jpeg_run *run = calloc(1, sizeof *run);
  if (!run) return 0;
  jpeg_prepare(run, result, capacity);
  size_t written = 0;
  if (!setjmp(run->end)) {
    jpeg_encode(run, picture);
    written = run->written;
  }
  jpeg_destroy_compress(&run->out);
  free(run);
  return written;
}

// MARK: - PNG

static size_t png_written(const WebPPicture *picture, uint8_t *result, size_t capacity) {
  png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_BGRA};
  image.width = (unsigned)picture->width;
  image.height = (unsigned)picture->height;
  int stride = picture->argb_stride * 4;
  if (png_image_write_to_memory(&image, result, &capacity, 0, picture->argb, stride, NULL)) return capacity;
  png_image_free(&image);
  return 0;
}

// Reduces the pixels of a picture, which keep the memory of `pixels` if there is nothing to do.
static size_t pixels_reduced(
    uint32_t *pixels, int old_width, int old_height, unsigned width, uint8_t *result, size_t capacity) {
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) return 0;
  picture.use_argb = 1;
  picture.width = old_width;
  picture.height = old_height;
  picture.argb = pixels;
  picture.argb_stride = old_width;
  size_t written = 0;
  if ((unsigned)old_width <= width ||
      WebPPictureRescale(&picture, (int)width, height_at(width, old_width, old_height))) {
    written = png_written(&picture, result, capacity);
    // On white where it is seen through.
    WebPBlendAlpha(&picture, 0xFFFFFF);
    size_t limit = written > 0 ? written - 1 : capacity;
    uint8_t *other = malloc(limit > 0 ? limit : 1);
    size_t length = other ? jpeg_written(&picture, other, limit) : 0;
    if (length > 0) memcpy(result, other, written = length);
    free(other);
  }
  WebPPictureFree(&picture);
  return written;
}

static size_t png_reduced(const uint8_t *bytes, size_t count, unsigned width, uint8_t *result, size_t capacity) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  size_t written = 0;
  if (png_image_begin_read_from_memory(&image, bytes, count) &&
      (uint64_t)image.width * image.height * 4 <= most_memory) {
    image.format = PNG_FORMAT_BGRA;
    uint32_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    if (pixels && png_image_finish_read(&image, NULL, pixels, 0, NULL))
      written = pixels_reduced(pixels, (int)image.width, (int)image.height, width, result, capacity);
    free(pixels);
  }
  png_image_free(&image);
  return written;
}

// MARK: - WebP

// Copies a chunk of one file to another.
static void webp_copy(const WebPMux *from, WebPMux *to, const char name[4]) {
  WebPData chunk;
  if (WebPMuxGetChunk(from, name, &chunk) == WEBP_MUX_OK) WebPMuxSetChunk(to, name, &chunk, 0);
}

// Returns a new file of an encoded picture and of what an old one says about its colours and how it is turned.
static size_t webp_joined(
    const WebPData *old, const WebPMemoryWriter *encoded, uint8_t *result, size_t capacity) {
  size_t written = 0;
  WebPData image = {encoded->mem, encoded->size}, joined = {NULL, 0};
  WebPMux *from = WebPMuxCreate(old, 0), *to = WebPMuxNew();
  if (to && WebPMuxSetImage(to, &image, 0) == WEBP_MUX_OK) {
    if (from) {
      webp_copy(from, to, "ICCP");
      webp_copy(from, to, "EXIF");
    }
    if (WebPMuxAssemble(to, &joined) == WEBP_MUX_OK && joined.size <= capacity)
      memcpy(result, joined.bytes, written = joined.size);
  }
  WebPDataClear(&joined);
  WebPMuxDelete(from);
  WebPMuxDelete(to);
  return written;
}

static size_t webp_encoded(
    const WebPData *old, uint8_t *pixels, int width, int height, uint8_t *result, size_t capacity) {
  WebPConfig settings;
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!WebPConfigPreset(&settings, WEBP_PRESET_DEFAULT, (float)quality) || !WebPPictureInit(&picture)) return 0;
  WebPMemoryWriterInit(&writer);
  picture.use_argb = 1;
  picture.width = width;
  picture.height = height;
  picture.argb = (uint32_t *)pixels;
  picture.argb_stride = width;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  size_t written = WebPEncode(&settings, &picture) ? webp_joined(old, &writer, result, capacity) : 0;
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return written;
}

static size_t webp_reduced(const uint8_t *bytes, size_t count, unsigned width, uint8_t *result, size_t capacity) {
  WebPDecoderConfig decoder;
  if (!WebPInitDecoderConfig(&decoder) || WebPGetFeatures(bytes, count, &decoder.input) != VP8_STATUS_OK) return 0;
  int old_width = decoder.input.width, old_height = decoder.input.height;
  if (decoder.input.has_animation || (uint64_t)old_width * (uint64_t)old_height * 4 > most_memory) return 0;
  decoder.output.colorspace = MODE_BGRA;
  int new_width = old_width, new_height = old_height;
  if ((unsigned)old_width > width) {
    new_width = (int)width;
    new_height = height_at(width, old_width, old_height);
    decoder.options.use_scaling = 1;
    decoder.options.scaled_width = new_width;
    decoder.options.scaled_height = new_height;
  }
  uint8_t *pixels = malloc((size_t)new_width * (size_t)new_height * 4);
  if (!pixels) return 0;
  decoder.output.is_external_memory = 1;
  decoder.output.u.RGBA.rgba = pixels;
  decoder.output.u.RGBA.stride = new_width * 4;
  decoder.output.u.RGBA.size = (size_t)new_width * (size_t)new_height * 4;
  size_t written = 0;
  if (WebPDecode(bytes, count, &decoder) == VP8_STATUS_OK) {
    WebPData old = {bytes, count};
    written = webp_encoded(&old, pixels, new_width, new_height, result, capacity);
  }
  WebPFreeDecBuffer(&decoder.output);
  free(pixels);
  return written;
}

size_t picture_reduced(const uint8_t *bytes, size_t count, unsigned width, uint8_t *result, size_t capacity) {
  if (count < 12 || width == 0) return 0;
  if (!memcmp(bytes, "\xFF\xD8\xFF", 3)) return jpeg_reduced(bytes, count, width, result, capacity);
  if (!memcmp(bytes, "\x89PNG", 4)) return png_reduced(bytes, count, width, result, capacity);
  if (!memcmp(bytes, "RIFF", 4) && !memcmp(bytes + 8, "WEBP", 4))
    return webp_reduced(bytes, count, width, result, capacity);
  return 0;
}
