/** A thread that draws texts a few hundred times and sends the last picture. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DrawTextOptions, drawText, type PackedText } from '../../../src/pictures/native/draw-text.ts';

const { numbers, outlines, picture } = workerData as PackedText & { readonly picture: DrawTextOptions };
let indices = new Uint8Array(0);
for (let i = 0; i < 300; i += 1) {
  indices = new Uint8Array(picture.widthPx * picture.heightPx).fill(3);
  drawText(indices, picture, { numbers, outlines });
}
parentPort?.postMessage(indices);
