/** What a raster worker makes once and every picture uses. */
import type { FontBook } from '../../pictures/fonts/font-book.ts';
import { FontFinder } from '../../pictures/fonts/font-finder.ts';
import { FontInstances } from '../../pictures/fonts/font-instances.ts';
import type { FontPlace } from '../../pictures/fonts/font-place.ts';
import { TextShaper } from '../../pictures/fonts/text-shaper.ts';
import { ImageStore } from '../../pictures/svg/images/image-store.ts';
import { WarningSampling } from '../../pictures/svg/warnings/sampling.ts';
import { PlainTexts } from '../../pictures/text/plain-texts.ts';
import { TextExtractor } from '../../pictures/text/text-extractor.ts';

export class RasterTools {
  readonly finder: FontFinder;
  readonly instances: FontInstances;
  readonly extractor: TextExtractor;
  readonly plainTexts: PlainTexts;
  readonly imageStore = new ImageStore();
  readonly sampling = new WarningSampling();

  /**
   * @param options.scratchDir  directory of this process for font files; a private one is made inside it
   * @param options.files       where else resvg finds the fonts of a picture
   */
  constructor(options: {
    readonly fonts: FontBook;
    readonly scratchDir: string;
    readonly files?: FontPlace;
  }) {
    const { fonts } = options;
    this.finder = new FontFinder(fonts);
    this.instances = new FontInstances(options);
    const shaper = new TextShaper();
    this.extractor = new TextExtractor(this.finder, shaper);
    this.plainTexts = new PlainTexts(this.finder, shaper);
  }

  /** Removes the font files. */
  stop(): void {
    this.instances.stop();
  }
}
