/** A thread that draws texts a few hundred times and sends the last picture. */
import { parentPort, workerData } from 'node:worker_threads';
import { addon } from '../../src/native/addon.ts';

const { numbers, outlines, width, height } = workerData as {
  readonly numbers: Float64Array;
  readonly outlines: Int32Array;
  readonly width: number;
  readonly height: number;
};
const greys = Uint8Array.from([0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255]);
let indices = new Uint8Array(0);
for (let i = 0; i < 300; i += 1) {
  indices = new Uint8Array(width * height).fill(3);
  addon().drawText(indices, width, height, greys, numbers, outlines);
}
parentPort?.postMessage(indices);
