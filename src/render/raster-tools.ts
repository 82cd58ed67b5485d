/** What a raster worker makes once and every picture uses. */
import type { FontBook } from '../fonts/font-book.ts';
import { FontFinder } from '../fonts/font-finder.ts';
import { FontInstances } from '../fonts/font-instances.ts';
import { ImageStore } from '../svg/images/image-store.ts';
import { WarningSampling } from '../svg/warnings/sampling.ts';
import { TextExtractor } from '../text/text-extractor.ts';

export class RasterTools {
  readonly finder: FontFinder;
  readonly instances: FontInstances;
  readonly extractor: TextExtractor;
  readonly imageStore = new ImageStore();
  readonly sampling = new WarningSampling();

  /** @param options.scratchDir  directory of this process for font files; a private one is made inside it */
  constructor({ fonts, scratchDir }: { readonly fonts: FontBook; readonly scratchDir: string }) {
    this.finder = new FontFinder(fonts);
    this.instances = new FontInstances({ scratchDir });
    this.extractor = new TextExtractor(this.finder);
  }

  /** Removes the font files. */
  stop(): void {
    this.instances.stop();
  }
}
