#pragma once
#include <stddef.h>
#include <stdint.h>

// Writes a JPEG, PNG or WebP picture anew, at most `width` pixels wide: JPEG and WebP as they are, PNG as what is smaller of
// PNG and JPEG. How a JPEG or WebP picture is turned and its colour profile stay.
//
// Returns the number of bytes of the new picture; 0 for a picture that is damaged, moves, is too large to be decoded, has
// other colours than grey or red, green and blue, or does not become smaller than `capacity` bytes.
size_t picture_reduced(const uint8_t *bytes, size_t count, unsigned width, uint8_t *result, size_t capacity);
