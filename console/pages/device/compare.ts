/** Compares two pictures pixel by pixel, and marks where they differ. */

export interface Comparison {
  /** Where both differ; null where they have different sizes and cannot be compared. */
  readonly marked: ImageData | null;
  readonly different: number;
  readonly pixels: number;
  /** `800 × 480` */
  readonly sizes: readonly [string, string];
}

/** One strong colour, which no e-ink picture has. */
const MARK = [255, 0, 160] as const;
/** How much of the contrast the picture below keeps. */
const DIM = 0.3;

/** Compare two pictures as they were sent. @throws {DOMException} one of them is no picture */
export async function comparePictures(announced: Blob, fresh: Blob): Promise<Comparison> {
  const [a, b] = await Promise.all([pixelsOf(announced), pixelsOf(fresh)]);
  const sizes = [`${a.width} × ${a.height}`, `${b.width} × ${b.height}`] as const;
  const pixels = a.width * a.height;
  if (a.width !== b.width || a.height !== b.height) return { marked: null, different: pixels, pixels, sizes };
  const marked = new ImageData(a.width, a.height);
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const same = sameAt(a.data, b.data, at);
    if (!same) different += 1;
    for (let channel = 0; channel < 3; channel++) {
      const value = 255 - (255 - (b.data[at + channel] ?? 0)) * DIM;
      marked.data[at + channel] = same ? value : (MARK[channel] ?? 0);
    }
    marked.data[at + 3] = 255;
  }
  return { marked, different, pixels, sizes };
}

function sameAt(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): boolean {
  return a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2] && a[at + 3] === b[at + 3];
}

async function pixelsOf(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture, { colorSpaceConversion: 'none' });
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser gives no pixels');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
