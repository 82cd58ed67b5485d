/** What is drawn and read: lines, fonts, sizes, colours. */
import path from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

/** A font as an SVG asks for it. */
export interface BenchFont {
  readonly label: string;
  readonly attributes: string;
}

/** Lines that the rules of the kernel were tuned with, and lines held out from tuning. */
export const LINE_SETS = {
  tuning: [
    'Departures from Central Station',
    'Tomorrow cloudy with light rain',
    'Meeting room booked until 15:30',
    'Please water the plants today',
  ],
  'held-out': [
    'Platform 7 to Harbour Bridge 08:41',
    'Kitchen 21.5 degrees, humidity 48',
    'The quick brown fox jumps over it',
    'Next bin collection on Friday 19',
  ],
} as const;

export const FONTS: readonly BenchFont[] = [
  { label: 'Source Sans 3', attributes: 'font-family="Source Sans 3"' },
  { label: 'Source Sans 3 bold', attributes: 'font-family="Source Sans 3" font-weight="700"' },
  { label: 'Source Serif 4', attributes: 'font-family="Source Serif 4"' },
  { label: 'DejaVu Sans', attributes: 'font-family="DejaVu Sans"' },
  { label: 'DejaVu Sans bold', attributes: 'font-family="DejaVu Sans" font-weight="700"' },
  { label: 'DejaVu Serif', attributes: 'font-family="DejaVu Serif"' },
];

export const FONT_DIRS = [
  { dir: path.resolve(import.meta.dirname, '../../assets/fonts'), origin: 'embedded' },
  { dir: path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf'), origin: 'custom' },
] as const;

/** Device pixels an em. */
export const SMALL_SIZES = [7, 8, 9, 10, 12, 14];
export const LARGE_SIZES = [16, 20, 24, 28];

export interface BenchColour {
  readonly label: string;
  readonly ink: string;
  readonly paper: string;
}

export const COLOURS: readonly BenchColour[] = [
  { label: 'black', ink: '#000', paper: '#fff' },
  { label: '#777', ink: '#777', paper: '#fff' },
  { label: 'white on black', ink: '#fff', paper: '#000' },
];

export const GREY_COUNTS = [2, 4, 16];

/** How many characters of held-out lines may be read wrong, in percent. */
export interface Gate {
  readonly colour: string;
  readonly greys: number;
  readonly sizes: 'small' | 'large';
  readonly most: number;
}

export const GATES: readonly Gate[] = [
  { colour: 'black', greys: 4, sizes: 'small', most: 2 },
  { colour: 'black', greys: 16, sizes: 'small', most: 1.2 },
  { colour: 'black', greys: 2, sizes: 'small', most: 4 },
  { colour: '#777', greys: 4, sizes: 'small', most: 3 },
  { colour: 'black', greys: 4, sizes: 'large', most: 1 },
  { colour: 'black', greys: 16, sizes: 'large', most: 1 },
  { colour: 'black', greys: 2, sizes: 'large', most: 1 },
];
