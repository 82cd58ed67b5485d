/** Limits of what panels and their devices may ask for, each with its reason. */

const MIB = 1024 * 1024;

export const PANEL_LIMITS = {
  /** A truecolour PNG, for LCDs and browsers: a photo of 1920 x 1080 takes 3 to 4 MB. */
  pngBytesTruecolour: 8 * MIB,
  /** Bounds of `max_png_bytes`: an error screen has to fit, and a picture has to fit into the state store and the memory for all. */
  maxPngBytesLeast: 4096,
  maxPngBytesMost: 12 * MIB,
  /** Firmware keeps the milliseconds of `image_url_timeout` in 16 bits. */
  imageUrlTimeoutSeconds: 65,
  /** Names that are kept for a device with a history: what such a device shows in turn; some 50 bytes each. */
  toldNames: 16,
} as const;
