/** How a PNG stores its pixels, read from its first chunk, and what panels make of it. */
import type { Profile } from './profile.ts';

export interface PngForm {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: 'greyscale' | 'truecolour' | 'indexed' | 'greyscale with alpha' | 'truecolour with alpha';
  readonly isInterlaced: boolean;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const COLOURS: Readonly<Record<number, PngForm['colour']>> = {
  0: 'greyscale',
  2: 'truecolour',
  3: 'indexed',
  4: 'greyscale with alpha',
  6: 'truecolour with alpha',
};
/** Signature, length and name of the first chunk, and its 13 bytes (PNG, section 11.2.1). */
const HEAD_BYTES = 29;

/** Read the form of a PNG; null for what is none. */
export function pngForm(bytes: Uint8Array): PngForm | null {
  const isPng = bytes.length >= HEAD_BYTES && SIGNATURE.every((byte, at) => bytes[at] === byte);
  if (!isPng) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const colour = COLOURS[view.getUint8(25)];
  if (colour === undefined) return null;
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth: view.getUint8(24),
    colour,
    isInterlaced: view.getUint8(28) !== 0,
  };
}

/** The form in words. */
export function formText({ width, height, depth, colour, isInterlaced }: PngForm): string {
  return `${width} × ${height}, ${depth} bit, ${colour}${isInterlaced ? ', interlaced' : ''}`;
}

export interface Reception {
  /** False where the panel stays as it was. */
  readonly isShown: boolean;
  /** What the decoder would do otherwise than one expects; null for nothing. */
  readonly complaint: string | null;
}

const WELL: Reception = { isShown: true, complaint: null };

/** What the decoder of a profile makes of a picture. PNGdec 1.1.6, and the drawing code of the firmware. */
export function receive({ decoder, size }: Profile, form: PngForm | null, bytes: number): Reception {
  if (bytes === 0) return kept('The file is empty: the device shows its screen for a wrong size.');
  if (decoder === null) return form === null ? kept('This is no PNG.') : WELL;
  if (bytes >= decoder.maxBytes) {
    return kept(`The file is too big: it must have fewer than ${decoder.maxBytes} bytes.`);
  }
  if (form === null) return kept('This is no PNG.');
  if (form.isInterlaced || form.depth === 16) {
    return kept('Interlaced and 16-bit files are not decoded: the panel stays as it is.');
  }
  return { isShown: true, complaint: complaintOf(decoder.kind, form, size) };
}

function kept(complaint: string): Reception {
  return { isShown: false, complaint };
}

function complaintOf(
  kind: 'og' | 'x',
  { width, height, depth, colour }: PngForm,
  [panelWidth, panelHeight]: Profile['size'],
): string | null {
  if (depth === 1 && colour === 'indexed') {
    return kind === 'og' ? 'A 1-bit file with a palette comes out inverted.' : 'It comes out all black.';
  }
  if (kind === 'og' && depth === 4 && colour === 'greyscale') return 'Four-bit greys come out as garbage.';
  const isTurned = kind === 'x' && width === panelHeight && height === panelWidth;
  if (width < panelWidth && !isTurned)
    return `Rows of ${width} pixels are misread: the panel has ${panelWidth}.`;
  return null;
}
