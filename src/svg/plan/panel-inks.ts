/** What the SVG pass may know of the panel that a picture is for. */
export interface PanelInks {
  /** The inks as sent to the panel, 0xRRGGBB. */
  readonly sent: ReadonlySet<number>;
  /** The index that every pixel of an area in this colour gets; null when dithering would mix inks. */
  readonly solid: (rgb: number) => number | null;
}

/** A rectangle of whole device pixels in one ink. */
export interface Flat {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Place in the palette. */
  readonly index: number;
}
