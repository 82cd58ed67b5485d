/** Writes the figures of a run as Markdown, which reads well on a terminal too. */
import os from 'node:os';
import type { Verdict } from './gates.ts';
import type { ColourRow } from './judge-colour.ts';
import type { GreyRow } from './judge-grey.ts';

/** A column: its heading, and what it says of a row. */
type Column<T> = readonly [heading: string, cell: (row: T) => string];

const NAME_HEADING = '';

/** Machine, versions and day of a run. */
export function heading(): string {
  const [cpu] = os.cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `# Dither quality\n\n${cpu?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}, ${day}.\n`;
}

/** What must be reached, and whether it is. */
export function gateTable(verdicts: readonly Verdict[]): string {
  const columns: readonly Column<Verdict>[] = [
    ['gate', ({ gate, of }) => (of === '' ? gate.name : `${gate.name}: ${of}`)],
    ['figure', ({ figure }) => (figure === null ? '' : fixed(figure, 3))],
    ['must be', ({ gate }) => `${gate.rule} ${gate.bound} ${gate.unit}`],
    ['', ({ figure, met }) => (figure === null ? 'not measured' : met ? 'pass' : 'FAIL')],
  ];
  return section('Gates', columns, verdicts);
}

/** The grey table: a row a method. */
export function greyTable(rows: readonly GreyRow[]): string {
  const columns: readonly Column<GreyRow>[] = [
    [NAME_HEADING, ({ name }) => name],
    ['M1 code dB', ({ code }) => fixed(code, 2)],
    ['M1 linear dB', ({ linear }) => fixed(linear, 2)],
    ['M2 LF', ({ texture }) => fixed(texture.lowFrequency, 3)],
    ['peak dB mean / max', ({ texture: t }) => `${fixed(t.peakMean, 1)} / ${fixed(t.peakMax, 1)}`],
    ['anisotropy dB', ({ texture }) => fixed(texture.anisotropy, 1)],
    ['M3 tone rms / max', ({ tone }) => `${fixed(tone.rms, 2)} / ${fixed(tone.max, 2)}`],
    ['ramp rms / max', ({ ramp }) => `${fixed(ramp.rms, 2)} / ${fixed(ramp.max, 2)}`],
    ['M4 spacing / var.', ({ texture: t }) => `${fixed(t.wormSpacing, 2)} / ${fixed(t.wormVariation, 2)}`],
    ['M5 strays page / gradients', (row) => `${fixed(row.strayPage, 2)} / ${fixed(row.strayGradients, 2)}`],
    ['SSIM', ({ ssim }) => fixed(ssim, 3)],
    ['M7 ms', ({ ms }) => fixed(ms, 1)],
    ['PNG KB', ({ bytes }) => fixed(bytes / 1000, 1)],
  ];
  return section('Four greys', columns, rows);
}

/** A colour table: a row a method. */
export function colourTable(title: string, rows: readonly ColourRow[]): string {
  const columns: readonly Column<ColourRow>[] = [
    [NAME_HEADING, ({ name }) => name],
    ['M6 30 cm', ({ near }) => fixed(near, 2)],
    ['60 cm', ({ far }) => fixed(far, 2)],
    ['in gamut 30 cm', ({ nearInGamut }) => fixed(nearInGamut, 2)],
    ['60 cm', ({ farInGamut }) => fixed(farInGamut, 2)],
    ['flats mean / max', ({ biasMean, biasMax }) => `${fixed(biasMean, 2)} / ${fixed(biasMax, 2)}`],
    ['coloured in greys', ({ chromatic }) => `${fixed(chromatic * 100, 1)} %`],
    ['strays', ({ strayPage }) => fixed(strayPage, 2)],
    ['M7 ms', ({ ms }) => fixed(ms, 1)],
    ['PNG KB', ({ bytes }) => fixed(bytes / 1000, 1)],
  ];
  return section(title, columns, rows);
}

/** S-CIELAB of each picture, and of all together. */
export function pictureTable(title: string, row: ColourRow): string {
  const { near, far } = row;
  const columns: readonly Column<{ name: string; near: number; far: number }>[] = [
    ['S-CIELAB', (picture) => picture.name],
    ['30 cm', (picture) => fixed(picture.near, 2)],
    ['60 cm', (picture) => fixed(picture.far, 2)],
  ];
  return section(title, columns, [...row.pictures, { name: 'mean', near, far }]);
}

function section<T>(title: string, columns: readonly Column<T>[], rows: readonly T[]): string {
  const cells = [columns.map(([text]) => text), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, i) => Math.max(3, ...cells.map((line) => line[i]?.length ?? 0)));
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, i) => pad(text, widths[i] ?? 0, i)).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = [], ...body] = cells;
  return [`## ${title}`, '', line(head), line(rule), ...body.map(line), ''].join('\n');
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}

function fixed(value: number | undefined, digits: number): string {
  return value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(digits);
}
