/** The stages of a picture, from the call of a device to the PNG: for metrics, logs and the header `Server-Timing`. */

/** Each stage with what happens in it, in order. */
export const STAGES = {
  place: 'wait for a thread that runs the screen',
  script: 'script, without its waiting for HTTP',
  upstream: 'HTTP requests of the script, and images that it has processed',
  template: 'template',
  check: 'check and hash of the SVG',
  queue: 'wait for a worker that draws',
  svg: 'SVG pass: parsing, styles, geometry',
  text: 'text engine',
  images: 'decoding of images',
  fonts: 'fonts for the renderer',
  plan: 'plan of the tiles',
  draw: 'drawing',
  tone: 'mask of continuous tone',
  dither: 'dithering',
  encode: 'encoding of the PNG',
} as const;

export type Stage = keyof typeof STAGES;

/** Time of each stage that took place, in milliseconds. */
export type StageTimes = Partial<Record<Stage, number>>;
