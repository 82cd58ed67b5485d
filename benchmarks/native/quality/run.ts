/**
 * Judges the dithering: prints tables and gates, writes them with contact sheets, exits with 1 when a gate is missed.
 * `npm run bench:quality -- [--quick] [--out FOLDER]`: quick judges the default settings only.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../../../src/base/version.ts';
import { colourVerdicts, GATES, greyVerdicts, type Verdict } from './gates.ts';
import type { Image } from './image.ts';
import { type ColourPictures, type ColourRow, judgeColour, type SeenPalette } from './judge-colour.ts';
import { type GreyPictures, type GreyRow, judgeGrey } from './judge-grey.ts';
import { DEFAULT_METHOD, type Method, STIPPLE_METHODS, stipple } from './methods.ts';
import { writeLine } from './output.ts';
import { page as drawPage } from './page.ts';
import { adapted, BWRY, SPECTRA_6, SPECTRA_6_MEASURED } from './palettes.ts';
import { findPeers } from './peers.ts';
import { GREY_PHOTOS, greyRamp, hueSweep, photos, radial } from './pictures.ts';
import { colourTable, gateTable, greyTable, heading, pictureTable } from './report.ts';
import { scene } from './scene.ts';
import { contactSheets } from './sheets.ts';

/** The default is judged on every tone, the others on every fourth of the first third. */
const TONES_OF_OTHERS = 4;

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
const generated = [scene(), hueSweep('sweep 100 %', 1), hueSweep('sweep 50 %', 0.5)];

const verdicts: Verdict[] = [];
const sections = [heading()];
if (found.length === 0) {
  sections.push('No photographs are installed (mate-backgrounds): generated pictures only.\n');
}

const greyRows = await judgeGreys();
const bwryRows = await judgeColours('BWRY, nominal', { sent: BWRY, seen: BWRY }, methods);
const spectraRows = await judgeColours('Spectra 6, nominal', { sent: SPECTRA_6, seen: SPECTRA_6 }, methods);
const seen = adapted(SPECTRA_6_MEASURED);
await judgeColours(
  'Spectra 6 as measured, seen by an eye used to its black and white',
  { sent: SPECTRA_6, seen },
  [DEFAULT_METHOD, stipple('default, dither_measured', { measured: SPECTRA_6_MEASURED })],
);
finish(greyRows, [
  [GATES.bwry, bwryRows],
  [GATES.spectra, spectraRows],
]);
await contactSheets(out, { ramp, page, scene: generated[0] as Image });
writeLine(`written to ${out}`);

async function judgeGreys(): Promise<readonly GreyRow[]> {
  const scored = found.filter(({ name }) => GREY_PHOTOS.includes(name));
  const pictures: GreyPictures = {
    scored: [...(scored.length > 0 ? scored : generated), ramp, radial()],
    ramp,
    page,
  };
  const rows: GreyRow[] = [];
  for (const method of methods) {
    const row = await judgeGrey(method, pictures, method === DEFAULT_METHOD ? 1 : TONES_OF_OTHERS);
    writeLine(`four greys: ${method.name}: ${row.code.toFixed(2)} dB`);
    rows.push(row);
  }
  sections.push(greyTable(rows));
  return rows;
}

async function judgeColours(
  title: string,
  palette: SeenPalette,
  chosen: readonly Method[],
): Promise<readonly ColourRow[]> {
  const pictures: ColourPictures = { scored: scoredInColour(), ramp, page };
  const rows: ColourRow[] = [];
  for (const method of chosen) {
    const row = await judgeColour(method, palette, pictures);
    writeLine(`${title}: ${method.name}: ${row.far.toFixed(2)} dE at 60 cm`);
    rows.push(row);
  }
  sections.push(colourTable(title, rows), pictureTable(`${title}: single pictures`, rows));
  return rows;
}

/** Photographs and sweeps; where none are installed, the procedural picture stands in for them. */
function scoredInColour(): readonly Image[] {
  const sweeps = generated.slice(1);
  return found.length > 0 ? [...found, ...sweeps] : generated;
}

function finish(
  greys: readonly GreyRow[],
  colours: readonly (readonly [(typeof GATES)['bwry' | 'spectra'], readonly ColourRow[]])[],
): void {
  const complete = found.length > 0;
  for (const row of greys.slice(0, 1)) verdicts.push(...greyVerdicts(row, complete));
  for (const [gate, rows] of colours) {
    for (const row of rows.slice(0, 1)) verdicts.push(...colourVerdicts(gate, row, complete));
  }
  sections.splice(1, 0, gateTable(verdicts));
  const text = sections.join('\n');
  writeLine(`\n${text}`);
  writeFileSync(path.join(out, 'quality.md'), text);
  if (verdicts.some(({ met }) => !met)) process.exitCode = 1;
}
