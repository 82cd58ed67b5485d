/** Every panel of the catalogue gets a file that its device takes, with the right side up. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { nativeSize } from '../../src/domain/mount.ts';
import type { Panel, Rotation } from '../../src/domain/panel.ts';
import { isTruecolour } from '../../src/domain/png-form.ts';
import type { RenderSpec } from '../../src/domain/render-spec.ts';
import { type Gallery, openGallery } from '../support/screens/gallery.ts';
import { differentPanels, drawPanel, specOf } from './draw-panel.ts';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB. */
  at(x: number, y: number): number;
}

async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, at: (x, y) => data.readUIntBE((y * width + x) * channels, channels === 1 ? 1 : 3) };
}

/** Where a pixel of the upright picture is after a turn, computed on its own. */
function turned(
  x: number,
  y: number,
  { width, height }: Pixels,
  rotate: Rotation,
): readonly [number, number] {
  if (rotate === 90) return [height - 1 - y, x];
  if (rotate === 180) return [width - 1 - x, height - 1 - y];
  return rotate === 270 ? [y, width - 1 - x] : [x, y];
}

/** Form of the PNG by its depth and colour type: what the panel asks for, else what its inks need. */
function formOf(png: Uint8Array): string {
  return `${png[24]} ${['grey', '', 'colour', 'palette'][png[25] ?? 1]}`;
}

function wantedForm({ png }: Panel): string | null {
  if (png === null) return null;
  return png.depth === 24 ? '8 colour' : `${png.depth} ${png.grey ? 'grey' : 'palette'}`;
}

/** Compare a file with the upright picture at some thousand places. Only inks that are sent may be there. */
function comparePixels(file: Pixels, seen: Pixels, { rotate, offset, palette, png }: RenderSpec): void {
  const inks = isTruecolour(png) ? null : new Set(palette.map((ink) => Number.parseInt(ink.slice(1), 16)));
  let drawn = 0;
  for (let number = 0; number < 4_000; number++) {
    const [x, y] = [(number * 7919) % seen.width, (number * 104_729) % seen.height];
    const [right, down] = turned(x, y, seen, rotate);
    const colour = file.at(right + offset.leftPx, down + offset.topPx);
    assert.equal(colour, seen.at(x, y), `${x}, ${y}`);
    if (inks !== null) assert.ok(inks.has(colour), `${colour.toString(16)} is no ink that is sent`);
    if (colour !== 0xffffff) drawn++;
  }
  assert.ok(drawn > 100, 'the page is empty');
}

describe('the file of every panel of the catalogue', () => {
  let gallery: Gallery;
  before(async () => {
    gallery = await openGallery();
  });
  after(() => gallery.stop());

  for (const panel of differentPanels()) {
    it(`is right for ${panel.name}`, async () => {
      const spec = specOf(panel);
      const { file, upright } = await drawPanel(gallery, panel);
      assert.ok(file.png.length <= spec.maxPngBytes, `${file.png.length} bytes`);
      assert.ok(file.png.length >= spec.minPngBytes);
      assert.equal(formOf(file.png), wantedForm(panel) ?? formOf(file.png));
      const own = await pixelsOf(file.png);
      const size = nativeSize(spec);
      assert.deepEqual([own.width, own.height], [size.widthPx, size.heightPx]);
      comparePixels(own, await pixelsOf(await upright()), spec);
    });
  }
});
