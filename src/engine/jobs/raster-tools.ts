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
import { planMemory } from '../../platform/base/memory-plan.ts';

export class RasterTools {
  readonly finder: FontFinder;
  readonly instances: FontInstances;
  readonly extractor: TextExtractor;
  readonly plainTexts: PlainTexts;
  readonly imageStore: ImageStore;
  readonly sampling = new WarningSampling();

  /**
   * @param options.scratchDir  directory of this process for font files; a private one is made inside it
   * @param options.files       where else resvg finds the fonts of a picture
   * @param options.imageBytes  what it may keep of the images in pictures; default: what suits the machine
   */
  constructor(options: {
    readonly fonts: FontBook;
    readonly scratchDir: string;
    readonly files?: FontPlace;
    readonly imageBytes?: number;
  }) {
    const { fonts, imageBytes = planMemory().drawnImageBytes } = options;
    this.imageStore = new ImageStore(imageBytes);
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
