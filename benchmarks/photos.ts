/** Photos for the trials: several made of one, so that nothing that is kept of one serves another. */
import path from 'node:path';
import sharp from 'sharp';
import { findAssets } from '../src/config/env/assets.ts';

/** How many there are: `photo-0.jpg` and so on, for the param `photo` of the screen. */
export const PHOTOS = 12;

const QUALITY = 88;
const DEGREES = 360;

/** Write the photos, 1600 x 1200, into a folder of screens. */
export async function writePhotos(folder: string): Promise<void> {
  const source = path.join(findAssets().examplesDir, 'photo-frame/photo.jpg');
  for (let number = 0; number < PHOTOS; number += 1) {
    const hue = Math.round((number * DEGREES) / PHOTOS);
    await sharp(source)
      .modulate({ hue, brightness: 1 + number / 100 })
      .jpeg({ quality: QUALITY })
      .toFile(path.join(folder, `photo-${number}.jpg`));
  }
}
