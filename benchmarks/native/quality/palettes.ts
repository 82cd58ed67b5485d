/** The palettes of the bench, and what measured inks look like beside the panel's own black and white. */
import { at } from './fft.ts';
import { parseInk, toCode, toLinear } from './image.ts';

/** Black, white, red and yellow inks at their nominal colours. */
export const BWRY: readonly string[] = ['#000000', '#ffffff', '#ff0000', '#ffff00'];

/** The six inks of E Ink Spectra 6 at their nominal colours. */
export const SPECTRA_6: readonly string[] = [
  '#000000',
  '#ffffff',
  '#00ff00',
  '#0000ff',
  '#ff0000',
  '#ffff00',
];

/** The same six as a panel shows them: measured values that the epdoptimize project publishes. */
export const SPECTRA_6_MEASURED: readonly string[] = [
  '#191e21',
  '#e8e8e8',
  '#125f20',
  '#2157ba',
  '#b21318',
  '#efde44',
];

/**
 * Measured inks as seen by an eye that has adapted to the panel, whose black and white it takes for black and white.
 * In linear light, each channel on its own; the first ink is the black, the second the white. Channels that lie beyond
 * those are cut off, as no picture can ask for them; flats of such inks seem wrong by as much.
 */
export function adapted(measured: readonly string[]): readonly string[] {
  const [black, white] = measured.map((ink) => parseInk(ink).map(toLinear));
  if (black === undefined || white === undefined) throw new Error('a palette has a black and a white');
  return measured.map((ink) => {
    const codes = parseInk(ink).map((code, c) =>
      toCode((toLinear(code) - at(black, c)) / (at(white, c) - at(black, c))),
    );
    return `#${codes.map((code) => code.toString(16).padStart(2, '0')).join('')}`;
  });
}
