/* What speed is compared with: the default grey rule, written in the most direct way. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* tile: 64 x 64 threshold offsets in grey levels. Returns 0 when memory runs out. */
int plain_dither(const uint8_t* rgba, int width, int height, const float* tile, uint8_t* indices) {
  float* row = calloc((size_t)width + 2, sizeof *row);
  float* next = calloc((size_t)width + 2, sizeof *next);
  if (row == NULL || next == NULL) {
    free(row);
    free(next);
    return 0;
  }
  for (int y = 0; y < height; y++) {
    int step = y % 2 == 0 ? 1 : -1;
    int x = step > 0 ? 0 : width - 1;
    for (int i = 0; i < width + 2; i++) next[i] = 0;
    for (int i = 0; i < width; i++, x += step) {
      const uint8_t* p = rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
      float luma = 0.2126f * p[0] + 0.7152f * p[1] + 0.0722f * p[2];
      float value = luma + row[x + 1];
      int level = (int)((value + tile[(y & 63) * 64 + (x & 63)] + 42.5f) / 85.0f);
      if (level < 0) level = 0;
      if (level > 3) level = 3;
      float error = value - (float)level * 85.0f;
      indices[(size_t)y * (size_t)width + (size_t)x] = (uint8_t)level;
      row[x + 1 + step] += error * (7.0f / 16.0f);
      next[x + 1 - step] += error * (3.0f / 16.0f);
      next[x + 1] += error * (5.0f / 16.0f);
      next[x + 1 + step] += error * (1.0f / 16.0f);
    }
    float* done = row;
    row = next;
    next = done;
  }
  free(row);
  free(next);
  return 1;
}
