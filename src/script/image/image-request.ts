/** What a script asks of a picture and what comes back: plain data, so that it crosses threads. */

export const FITS = ['cover', 'contain', 'fill', 'inside'] as const;

/** Which part stays, or where the picture stands; the last two look for what is interesting. */
export const POSITIONS = [
  ...(['center', 'top', 'right', 'bottom', 'left'] as const),
  ...(['top-left', 'top-right', 'bottom-left', 'bottom-right', 'entropy', 'attention'] as const),
] as const;

export const FORMATS = ['png', 'jpeg'] as const;

/** All that changes the result; nothing is filled in later. */
export interface ImageOptions {
  /** Null follows from the other one; not both are null. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly fit: (typeof FITS)[number];
  readonly position: (typeof POSITIONS)[number];
  readonly enlarge: boolean;
  /** `#rrggbb`, behind transparent pixels and around the picture. */
  readonly background: string;
  /** Parts of the upright picture, 0..1. */
  readonly crop: CropBox | null;
  /** Stops: 1 doubles the light. */
  readonly exposure: number;
  /** Stretch the greys so that the darkest are black and the lightest white. */
  readonly autoLevels: boolean;
  /** Levels (0..255) that become black and white, and the bend between them (above 1 is lighter). */
  readonly black: number;
  readonly white: number;
  readonly gamma: number;
  /** -1 (flat) to 1 (two values). */
  readonly contrast: number;
  /** 0 is grey, 1 as it is. */
  readonly saturation: number;
  readonly grayscale: boolean;
  /** Contrast of larger features, -1..1. */
  readonly clarity: number;
  /** 0 is off, 1 moderate. */
  readonly sharpen: number;
  /** Null: JPEG for photos, PNG for what came without loss. */
  readonly format: (typeof FORMATS)[number] | null;
  /** Of JPEG, 1..100. */
  readonly quality: number;
}

export interface CropBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ImageRequest {
  /** Equal for equal bytes and options. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly options: ImageOptions;
}

export type ImageAnswer =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | {
      readonly ok: false;
      /** End of a sentence for the script. */
      readonly error: string;
    };
