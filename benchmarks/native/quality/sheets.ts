/** The contact sheets of a run: what the figures look like. */
import path from 'node:path';
import { DITHER_ALGORITHMS } from '../../../src/domain/algorithm.ts';
import { FOUR_GREYS } from '../../../src/domain/palette.ts';
import { type Cell, writeSheet } from './contact-sheet.ts';
import { strayPixels } from './grey-metrics.ts';
import { drawGrey, type Image, paint } from './image.ts';
import { ditherImage, type Settings } from './methods.ts';
import { BWRY, SPECTRA_6, SPECTRA_6_MEASURED } from './palettes.ts';
import { findPeers } from './peers.ts';

/** Where something happens in the scene: boat, sun, hills, reeds. */
const SCENE_CROP = [200, 200, 200, 180] as const;
const WIDE_CROP = [150, 120, 480, 280] as const;
/** Large letters. */
const TEXT_CROP = [190, 190, 150, 110] as const;
/** Boat, sun and hills, small enough for four copies. */
const MEASURED_CROP = [170, 150, 440, 230] as const;
const RED = [255, 0, 0] as const;
const SOURCE_COLOURS = 96;
const LABEL_COLOURS = 24;

export interface SheetPictures {
  readonly ramp: Image;
  readonly page: Image;
  readonly scene: Image;
}

/** Write all sheets into a folder. */
export async function contactSheets(folder: string, pictures: SheetPictures): Promise<void> {
  const file = (name: string): string => path.join(folder, `dithering-${name}.png`);
  await writeSheet(file('noise'), noiseCells(pictures.ramp), { columns: 1, zoom: 2, colours: LABEL_COLOURS });
  await writeSheet(file('flats'), flatCells(), { columns: 4, zoom: 3, colours: LABEL_COLOURS });
  await writeSheet(file('palettes'), paletteCells(pictures.scene), {
    columns: 2,
    zoom: 1,
    colours: SOURCE_COLOURS,
  });
  await writeSheet(file('text'), textCells(pictures.page), { columns: 1, zoom: 4, colours: LABEL_COLOURS });
  await writeSheet(file('algorithms'), algorithmCells(pictures.scene), {
    columns: 3,
    zoom: 2,
    colours: LABEL_COLOURS,
  });
  await writeSheet(file('measured'), measuredCells(pictures.scene), {
    columns: 2,
    zoom: 1,
    colours: SOURCE_COLOURS,
  });
  await writeSheet(file('peers'), await peerCells(pictures.scene), {
    columns: 3,
    zoom: 2,
    colours: LABEL_COLOURS,
  });
}

function dithered(
  label: string,
  image: Image,
  crop: Cell['crop'],
  palette: readonly string[],
  settings: Settings = {},
): Cell {
  return { label, image: paint(image, ditherImage(image, palette, settings), palette), crop };
}

function noiseCells(ramp: Image): readonly Cell[] {
  const crop = [0, 100, 400, 48] as const;
  return [
    dithered('noise_scale 0', ramp, crop, FOUR_GREYS, {
      noiseScale: 0,
    }),
    dithered('noise_scale 1, the default', ramp, crop, FOUR_GREYS),
    dithered('noise_scale 2', ramp, crop, FOUR_GREYS, { noiseScale: 2 }),
  ];
}

/** Flats of a third, half, and a fourth of the way between two levels: where patterns lock in. */
function flatCells(): readonly Cell[] {
  const tones = [28, 42, 64, 113];
  return [0, 1].flatMap((noiseScale) =>
    tones.map((tone) => {
      const flat = drawGrey('flat', 192, 192, () => tone);
      return dithered(`grey ${tone}, noise ${noiseScale}`, flat, [64, 64, 80, 80], FOUR_GREYS, {
        noiseScale,
      });
    }),
  );
}

function paletteCells(scene: Image): readonly Cell[] {
  return [
    { label: 'source', image: scene, crop: WIDE_CROP },
    dithered('four greys', scene, WIDE_CROP, FOUR_GREYS),
    dithered('black, white, red, yellow', scene, WIDE_CROP, BWRY),
    dithered('Spectra 6, nominal colours', scene, WIDE_CROP, SPECTRA_6),
  ];
}

/** The page with its stray dots in red, without and with the rule that pure black and white stay. */
function textCells(page: Image): readonly Cell[] {
  const everywhere = new Uint8Array(page.widthPx * page.heightPx).fill(1);
  const cell = (label: string, settings: Settings): Cell => {
    const image = paint(page, ditherImage(page, FOUR_GREYS, settings), FOUR_GREYS);
    for (const stray of strayPixels(image, page)) image.rgb.set(RED, stray * 3);
    return { label, image, crop: TEXT_CROP };
  };
  return [
    cell('without the rule: dots (red here) where the page is pure black or white', { tone: everywhere }),
    cell('with it', {}),
  ];
}

function algorithmCells(scene: Image): readonly Cell[] {
  return DITHER_ALGORITHMS.map((algorithm) =>
    dithered(algorithm, scene, SCENE_CROP, FOUR_GREYS, { algorithm }),
  );
}

/** What a Spectra 6 panel shows that is dithered towards its nominal colours, and towards what it really has. */
function measuredCells(scene: Image): readonly Cell[] {
  const shown = (label: string, settings: Settings): Cell => ({
    label,
    image: paint(scene, ditherImage(scene, SPECTRA_6, settings), SPECTRA_6_MEASURED),
    crop: MEASURED_CROP,
  });
  return [
    { label: 'source', image: scene, crop: MEASURED_CROP },
    dithered('default, in the colours that are sent', scene, MEASURED_CROP, SPECTRA_6),
    shown('default, as the panel shows it', {}),
    shown('dither_measured, as the panel shows it', { measured: SPECTRA_6_MEASURED }),
  ];
}

async function peerCells(scene: Image): Promise<readonly Cell[]> {
  const cells = [dithered('Stipple', scene, SCENE_CROP, SPECTRA_6)];
  for (const peer of findPeers()) {
    const { indices } = await peer.run([scene], SPECTRA_6);
    const image = paint(scene, indices[0] ?? new Uint8Array(), SPECTRA_6);
    cells.push({ label: peer.name, image, crop: SCENE_CROP });
  }
  return cells;
}
