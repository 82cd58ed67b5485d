/** The raster job: SVG, pixels, inks, PNG, as visible lists of steps. Runs in a raster worker. */
import { setImmediate } from 'node:timers/promises';
import { isTruecolour } from '../../domain/png-form.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import {
  type DrawTools,
  drawPage,
  drawTiles,
  onlyTile,
  type PageLayout,
  type TiledPicture,
  wholePicture,
} from '../../pictures/draw/draw-tiles.ts';
import { compositeOnWhite } from '../../pictures/draw/full-colour.ts';
import { type PanelInks, panelInks } from '../../pictures/draw/panel-inks.ts';
import { type PicturePlan, planTiles } from '../../pictures/draw/plan/plan.ts';
import { makeRoom } from '../../pictures/draw/resvg/resvg.ts';
import { readMarks } from '../../pictures/draw/tone/marks.ts';
import { drawToneMask } from '../../pictures/draw/tone/mask.ts';
import { FontUse } from '../../pictures/fonts/font-instances.ts';
import { svgFailureOf } from '../../pictures/svg/document/svg-failure.ts';
import {
  fitInto,
  isNested,
  pageMatrix,
  readViewport,
  userBox,
} from '../../pictures/svg/document/viewport.ts';
import { readTexts } from '../../pictures/svg/fonts/document-texts.ts';
import { assignFonts } from '../../pictures/svg/fonts/text-fonts.ts';
import { warnOfUnknownFonts } from '../../pictures/svg/fonts/unknown-fonts.ts';
import { type PaintedElement, paintOrder } from '../../pictures/svg/geometry/painted-elements.ts';
import { rootPlace } from '../../pictures/svg/geometry/place.ts';
import type { Scene } from '../../pictures/svg/geometry/scene.ts';
import { type AssetFolder, NO_ASSETS } from '../../pictures/svg/images/asset-files.ts';
import { loadImages } from '../../pictures/svg/images/load-images.ts';
import { parseSvg } from '../../pictures/svg/parse/parse.ts';
import { resolveSvg } from '../../pictures/svg/resolve.ts';
import { NOTHING_EXTRACTED, type TextExtraction, type TextReport } from '../../pictures/text/extraction.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import type { Problem } from '../../platform/base/failure.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { StageClock, type Timed } from '../../platform/base/stages.ts';
import { type DrawnPicture, ditherInks } from './inks.ts';
import type { Overlay, RasterJob, RasterResult } from './jobs.ts';
import { makeOutput } from './make-output.ts';
import type { RasterTools } from './raster-tools.ts';
import type { Stamp } from './stamp.ts';

/**
 * Draw a picture. The PNG of output `panel` never exceeds the limit of its spec: a picture that cannot be made to
 * fit is a failure. Previews have no limit, and no padding.
 */
export async function raster(tools: RasterTools, job: RasterJob): Promise<Timed<RasterResult>> {
  const { askedMs } = job;
  const waited = askedMs === undefined ? {} : { queue: Math.max(monotonicMs() - askedMs, 0) };
  const clock = new StageClock(waited);
  const result = await rasterSteps(tools, job, clock);
  clock.end();
  return { ...result, stagesMs: clock.times };
}

async function rasterSteps(
  tools: RasterTools,
  job: RasterJob,
  clock: StageClock,
): Promise<Result<RasterResult>> {
  const { spec, svg, name, assets, output = 'panel' } = job;
  // First: what is drawn next takes its memory.
  const isInked = output !== 'undithered' && !isTruecolour(spec.png);
  const stamp = job.overlay === undefined ? ok(null) : await drawStamp(tools, job.overlay, spec, clock);
  if (!stamp.ok) return stamp;
  const order = {
    svg,
    name,
    assets,
    widthPx: spec.widthPx,
    heightPx: spec.heightPx,
    inks: isInked ? panelInks(spec) : null,
    fitsText: spec.text === 'fitted',
    warnsAlways: output !== 'panel',
  };
  const drawn = await drawSvg(tools, order, clock);
  if (!drawn.ok) return drawn;
  const made = await makeOutput(drawn.value, stamp.value, job, clock);
  return made.ok
    ? ok({ ...made.value, texts: drawn.value.textReport, warnings: drawn.value.warnings })
    : made;
}

export interface DrawOrder {
  readonly svg: string;
  /** File name for messages. */
  readonly name: string;
  readonly assets: AssetFolder;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks that the picture will be shown in; null for a picture in full colour, which is drawn as a whole. */
  readonly inks?: PanelInks | null;
  /** True to let the text engine draw what it can. */
  readonly fitsText?: boolean;
  /** True for a picture that people look at, who want all warnings; otherwise only some pictures of a template are searched. */
  readonly warnsAlways?: boolean;
}

/** The pixels of an SVG. */
export interface Raster extends DrawnPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly textReport: TextReport;
  /** For the author of the screen. Places are those of the SVG. */
  readonly warnings: readonly Problem[];
}

/** Draw an SVG, fitted into the wanted size and centred. What the author must know comes as a failure or a warning. */
export async function drawSvg(
  tools: RasterTools,
  order: DrawOrder,
  clock: StageClock = new StageClock(),
): Promise<Result<Raster>> {
  // The pixels of the picture before are only freed when the event loop turns.
  makeRoom(order.widthPx * order.heightPx);
  await setImmediate();
  try {
    return ok(await drawSteps(tools, order, clock));
  } catch (error) {
    const failure = svgFailureOf(error, order.name);
    if (failure !== null) return err(failure);
    throw error;
  }
}

/** The steps stand in the order in which they happen. */
async function drawSteps(tools: RasterTools, order: DrawOrder, clock: StageClock): Promise<Raster> {
  const { svg, name, assets, widthPx, heightPx, inks = null, fitsText = false } = order;
  clock.begin('svg');
  const frame = { width: widthPx, height: heightPx };
  const document = parseSvg(svg, name);
  const viewport = readViewport(document, frame);
  const warnsAll = order.warnsAlways || tools.sampling.isDue(`${assets.dir}/${name}`);
  const resolved = resolveSvg(document, viewport, { frame, assets, warnsAll });
  const { scene, limits } = resolved;

  const placement = fitInto(viewport, frame);
  const user = userBox(viewport);
  const root = rootPlace(document.root, pageMatrix(viewport, placement), user, scene.styles);
  // First: an image without a size takes that of its file, and so its place.
  clock.begin('images');
  const images = await loadImages(document, resolved.images, {
    store: tools.imageStore,
    assets,
    page: { place: root, styles: scene.styles },
    limits,
  });

  clock.begin('text');
  const texts = readTexts(scene, user);
  const unknownFonts = warnOfUnknownFonts(texts.texts, document, tools.finder);
  const painted = inks === null ? null : paintOrder(scene, root);
  const extraction =
    fitsText && inks !== null && painted !== null
      ? tools.extractor.extract(scene, { user, placement, painted, inks: inks.sent })
      : NOTHING_EXTRACTED;
  const plain = tools.plainTexts.cut(scene, user, texts, extraction.extracted);

  clock.begin('svg');
  const use = new FontUse();
  const missing = assignFonts(document, plain, extraction.extracted, { finder: tools.finder, use });
  const marks = readMarks(document);
  clock.begin('fonts');
  const lease = tools.instances.lease(use);

  try {
    const drawTools = { fontFiles: lease.files, images, store: tools.imageStore, clock };
    const page = { viewport, placement, frame, painted, extraction };
    const picture = await drawPicture(scene, page, inks, marks.any, drawTools);
    const { text, fittedCount, kept } = extraction;
    return {
      widthPx,
      heightPx,
      ...picture,
      text,
      textReport: { fittedCount, kept },
      warnings: [
        ...resolved.warnings,
        ...unknownFonts,
        ...extraction.warnings,
        ...missing,
        ...marks.warnings,
        ...lease.warnings.map((message) => ({ message })),
      ],
    };
  } finally {
    clock.end();
    lease.release();
  }
}

interface Page extends PageLayout {
  /** Null when it is not known where things are painted. */
  readonly painted: readonly PaintedElement[] | null;
  readonly extraction: TextExtraction;
}

/** Draw only the tiles that are not plain ink; or the whole page, with the mask of continuous tone. */
async function drawPicture(
  scene: Scene,
  page: Page,
  inks: PanelInks | null,
  hasTones: boolean,
  tools: DrawTools,
): Promise<TiledPicture> {
  const { document } = scene;
  if (inks !== null && !hasTones) {
    tools.clock.begin('plan');
    const plan = planPage(scene, page, inks);
    const tiled = plan === null ? null : drawTiles(document, page, plan, tools);
    if (tiled !== null) return tiled;
  }
  const pixels = drawPage(document, page, tools);
  const tone = hasTones ? await drawToneMask(scene, page, tools) : null;
  return wholePicture(pixels, tone, page);
}

function planPage(
  scene: Scene,
  { painted, extraction, ...layout }: Page,
  inks: PanelInks,
): PicturePlan | null {
  // A tile of a nested viewport would be written with another viewport.
  if (painted === null || isNested(layout.viewport)) return null;
  const left = painted.filter(({ element }) => !extraction.extracted.has(element));
  return planTiles(scene, { ...layout, painted: left, texts: extraction.keptTexts }, inks);
}

/** Draw an overlay in the inks of the picture, or in truecolour as that is. In inks its text is solid: dithered, it would be too small to be read. */
async function drawStamp(
  tools: RasterTools,
  { svg, ...place }: Overlay,
  spec: RenderSpec,
  clock: StageClock,
): Promise<Result<Stamp>> {
  const { widthPx, heightPx } = place;
  const own: RenderSpec = { ...spec, widthPx, heightPx };
  const inks = isTruecolour(spec.png) ? null : panelInks(spec);
  const order = { svg, name: 'mark', assets: NO_ASSETS, widthPx, heightPx, inks };
  const drawn = await drawSvg(tools, { ...order, fitsText: true }, clock);
  if (!drawn.ok) return drawn;
  const pixels =
    inks === null
      ? compositeOnWhite(onlyTile(drawn.value).rgba)
      : ditherInks(drawn.value, own, clock).slice();
  return ok({ ...place, pixels });
}
