/** A script's request to process a picture, and its answer: plain data, so that both can be sent to other threads. */

/** How a picture is fitted into its size. */
export const FITS = ['cover', 'contain', 'fill', 'inside'] as const;

/** Which part of the picture is kept, or where it is placed; the last two choose a part by its content. */
export const POSITIONS = [
  ...(['center', 'top', 'right', 'bottom', 'left'] as const),
  ...(['top-left', 'top-right', 'bottom-left', 'bottom-right', 'entropy', 'attention'] as const),
] as const;

/** Formats of the result. */
export const FORMATS = ['png', 'jpeg'] as const;

/** All options, with their defaults filled in. */
export interface ImageOptions {
  /** One of the two may be null; it then follows from the other. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly fit: (typeof FITS)[number];
  readonly position: (typeof POSITIONS)[number];
  readonly enlarge: boolean;
  /** `#rrggbb`: the colour behind transparent pixels and around the picture. */
  readonly background: string;
  /** In fractions of the upright picture. */
  readonly crop: CropBox | null;
  /** In stops: 1 doubles the light. */
  readonly exposure: number;
  /** Stretch the levels so that the darkest become black and the lightest white. */
  readonly autoLevels: boolean;
  /** Levels (0..255) that become black and white, and the gamma between them (lighter above 1). */
  readonly black: number;
  readonly white: number;
  readonly gamma: number;
  /** -1 (grey) to 1 (black and white). */
  readonly contrast: number;
  /** 0 is grey, 1 leaves the colours unchanged. */
  readonly saturation: number;
  readonly grayscale: boolean;
  /** Contrast of larger features, -1..1. */
  readonly clarity: number;
  /** 0 is off, 1 moderate. */
  readonly sharpen: number;
  /** Null: JPEG for sources in a photo format, PNG for others. BMP is for clients of frames; scripts have no use for it. */
  readonly format: (typeof FORMATS)[number] | 'bmp' | null;
  /** Quality of JPEG, 1..100. */
  readonly quality: number;
}

/** A part of a picture, in fractions of its edges, 0..1. */
export interface CropBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture to be processed. */
export interface ImageRequest {
  /** A digest of bytes and options. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly options: ImageOptions;
}

/** The processed picture, or why there is none. */
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
      /** The reason, as the end of a sentence for the script. */
      readonly error: string;
      /** True when there was no room for the picture: the script does not learn of it, its run ends. */
      readonly isBusy?: boolean;
    };
