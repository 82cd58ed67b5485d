/**
 * Judges the dithering: prints tables and gates, writes them with contact sheets, exits with 1 when a gate is missed.
 * `npm run bench:quality -- [--quick] [--out FOLDER]`: quick judges the default settings only.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { colourVerdicts, GATES, type Gate, greyVerdicts, type Verdict } from './gates.ts';
import type { Image } from './image.ts';
import { type ColourRow, judgeColour, type SeenPalette } from './judge-colour.ts';
import { type GreyPictures, type GreyRow, judgeGrey } from './judge-grey.ts';
import {
  COLOUR_SETTINGS,
  DEFAULT_METHOD,
  GREY_SETTINGS,
  type Method,
  STIPPLE_METHODS,
  stipple,
} from './methods.ts';
import { writeLine } from './output.ts';
import { page as drawPage } from './page.ts';
import { adapted, BWRY, SPECTRA_6, SPECTRA_6_MEASURED } from './palettes.ts';
import { findPeers } from './peers.ts';
import { GREY_PHOTOS, greyRamp, hueSweep, PHOTOS, photos, radial } from './pictures.ts';
import { colourTable, gateTable, greyTable, heading, pictureTable } from './report.ts';
import { scene } from './scene.ts';
import { contactSheets } from './sheets.ts';

/** The default is judged on every tone, the others on every fourth of the first third. */
const TONES_OF_OTHERS = 4;
/** Pictures on which methods are compared: S-CIELAB takes its time. */
const COMPARED = ['Garden', 'LadyBird', 'scene', 'sweep 50 %'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: path.join(PACKAGE_ROOT, 'dist', 'quality') },
  },
});

const out = path.resolve(values.out);
mkdirSync(out, { recursive: true });

const others: readonly Method[] = values.quick ? [] : [...STIPPLE_METHODS.slice(1), ...findPeers()];
const methods = [DEFAULT_METHOD, ...others];
const ramp = greyRamp();
const page = await drawPage();
const found = await photos();
const landscape = scene();
const sweeps = [hueSweep('sweep 100 %', 1), hueSweep('sweep 50 %', 0.5)];
/** For S-CIELAB: where no photographs are installed, the landscape alone stands in for them. */
const pictures: readonly Image[] = [...(found.length > 0 ? found : [landscape]), ...sweeps];

const verdicts: Verdict[] = [];
const sections = [heading()];
if (found.length === 0) {
  sections.push('No photographs are installed (mate-backgrounds): generated pictures only.\n');
}

const greyRows = await judgeGreys();
const bwry = { sent: BWRY, seen: BWRY };
const spectra = { sent: SPECTRA_6, seen: SPECTRA_6 };
const complete = found.length === PHOTOS.length;
for (const row of greyRows.slice(0, 1)) verdicts.push(...greyVerdicts(row, complete));
await judgeGates('BWRY, nominal', bwry, GATES.bwry);
await judgeGates('Spectra 6, nominal', spectra, GATES.spectra);
await judgeColours('BWRY, nominal', bwry, methods);
await judgeColours('Spectra 6, nominal', spectra, [...methods, ...(values.quick ? [] : COLOUR_SETTINGS)]);
await judgeColours(
  'Spectra 6 as measured, seen by an eye used to its black and white',
  { sent: SPECTRA_6, seen: adapted(SPECTRA_6_MEASURED) },
  [DEFAULT_METHOD, stipple('dither_measured', { measured: SPECTRA_6_MEASURED })],
);
finish();
await contactSheets(out, { ramp, page, scene: landscape });
writeLine(`written to ${out}`);

async function judgeGreys(): Promise<readonly GreyRow[]> {
  const scored = found.filter(({ name }) => GREY_PHOTOS.includes(name));
  const greys: GreyPictures = {
    scored: [...(scored.length > 0 ? scored : [landscape]), ramp, radial()],
    ramp,
    page,
  };
  const rows: GreyRow[] = [];
  for (const method of [...methods, ...(values.quick ? [] : GREY_SETTINGS)]) {
    const row = await judgeGrey(method, greys, method === DEFAULT_METHOD ? 1 : TONES_OF_OTHERS);
    writeLine(`four greys: ${method.name}: ${row.code.toFixed(2)} dB`);
    rows.push(row);
  }
  sections.push(greyTable(rows));
  return rows;
}

/** The default settings on all pictures, held against the gates. */
async function judgeGates(title: string, palette: SeenPalette, gate: Gate): Promise<void> {
  const row = await judgeColour(DEFAULT_METHOD, palette, { scored: pictures, ramp, page });
  verdicts.push(...colourVerdicts(gate, title, row, complete));
  sections.push(pictureTable(`${title}: the default on each picture`, row));
  writeLine(`${title}: ${row.far.toFixed(2)} dE at 60 cm`);
}

/** Several methods on some of the pictures. */
async function judgeColours(title: string, palette: SeenPalette, chosen: readonly Method[]): Promise<void> {
  const some = pictures.filter(({ name }) => COMPARED.includes(name));
  const rows: ColourRow[] = [];
  for (const method of chosen) {
    const row = await judgeColour(method, palette, { scored: some, ramp, page });
    writeLine(`${title}: ${method.name}: ${row.far.toFixed(2)} dE at 60 cm`);
    rows.push(row);
  }
  const names = some.map(({ name }) => name).join(', ');
  sections.push(colourTable(`${title}: ${names}`, rows));
}

function finish(): void {
  sections.splice(1, 0, gateTable(verdicts));
  const text = sections.join('\n');
  writeLine(`\n${text}`);
  writeFileSync(path.join(out, 'quality.md'), text);
  if (verdicts.some(({ met }) => !met)) process.exitCode = 1;
}
