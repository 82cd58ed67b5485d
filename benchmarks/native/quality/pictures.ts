/** The pictures that the bench judges: generated ones, and photographs of a Debian package where it is installed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { draw, drawGrey, type Image, type Rgb } from './image.ts';
import { valueNoise } from './noise.ts';
import { HEIGHT, WIDTH } from './size.ts';

/** `apt install mate-backgrounds`. */
const PHOTO_FOLDER = '/usr/share/backgrounds/mate/nature';
/** The photographs for HVS-PSNR. */
export const GREY_PHOTOS: readonly string[] = ['Dune', 'Garden', 'Storm', 'LadyBird', 'Wood'];
/** All photographs. */
export const PHOTOS: readonly string[] = [...GREY_PHOTOS, 'YellowFlower', 'TwoWings'];

/** Photographs, cut to the size of a panel. Empty where the package is not installed. */
export async function photos(names: readonly string[] = PHOTOS): Promise<Image[]> {
  const images: Image[] = [];
  for (const name of names) {
    const file = path.join(PHOTO_FOLDER, `${name}.jpg`);
    if (!existsSync(file)) continue;
    const { data } = await sharp(file)
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    images.push({ name, widthPx: WIDTH, heightPx: HEIGHT, rgb: new Uint8Array(data) });
  }
  return images;
}

/** A picture that looks like a photograph to a dither: smooth hills, fine texture, hard edges, deep shadow. */
export function procedural(name: string, seed: number, colourful: boolean): Image {
  const noise = valueNoise(seed);
  return draw(name, WIDTH, HEIGHT, (x, y) => {
    const hills =
      0.5 * noise(x / 190, y / 140) + 0.3 * noise(x / 60 + 9, y / 55) + 0.2 * noise(x / 17, y / 15 + 5);
    const edge = noise(x / 120 + 40, y / 90 + 70) > 0.55 ? 0.25 : 0;
    const grain = 0.06 * (noise(x / 2.1, y / 2.3 + 300) - 0.5);
    const light = Math.min(1, Math.max(0, hills * 1.3 - 0.2 + edge + grain));
    if (!colourful) return [light * 255, light * 255, light * 255];
    const hue = noise(x / 260 + 80, y / 220 + 20) * 2;
    return hslToRgb(hue % 1, 0.25 + 0.6 * noise(x / 150 + 7, y / 170 + 3), light);
  });
}

/** Black to white, left to right. */
export function greyRamp(): Image {
  return drawGrey('ramp', WIDTH, HEIGHT, (x) => (x * 255) / (WIDTH - 1));
}

/** White in the middle, black in the corners. */
export function radial(): Image {
  const corner = Math.hypot(WIDTH / 2, HEIGHT / 2);
  return drawGrey(
    'radial',
    WIDTH,
    HEIGHT,
    (x, y) => 255 * (1 - Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) / corner),
  );
}

/** All hues against lightness, at a saturation. */
export function hueSweep(name: string, saturation: number): Image {
  return draw(name, WIDTH, HEIGHT, (x, y) => hslToRgb(x / WIDTH, saturation, 1 - y / HEIGHT));
}

/** Hue, saturation and lightness, each 0..1, as bytes. */
export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (shift: number): number => {
    const place = (shift + hue * 12) % 12;
    return 255 * (lightness - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
