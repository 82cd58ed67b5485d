/** `image_process`: scales and tones a photo for the panel, and returns it as a data URI. */
import { sha256Hex } from '../../../platform/base/hash.ts';
import { LIMITS } from '../../../platform/base/limits.ts';
import { wordSet } from '../../../platform/base/words.ts';
import { badArgument, bytesArgument, type FunctionGroup, hasTable } from '../function-group.ts';
import { type CropBox, FITS, FORMATS, type ImageOptions, POSITIONS } from '../image/image-request.ts';
import { inkPreset, NEUTRAL } from '../image/presets.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { LUA_TYPE } from '../lua-wasm.ts';
import { OptionTable } from '../option-table.ts';
import { panelFacts } from '../panel-facts.ts';
import type { RunContext } from '../run-context.ts';

/** Bytes of a picture that a script processes (`image_process`). */
export const SCRIPT_IMAGE_BYTES = 16 * 1024 * 1024;

const NAME = 'image_process';

const COLOUR = /^#[0-9a-fA-F]{6}$/;
const CROP_KEYS = ['x', 'y', 'width', 'height'] as const;

const KNOWN = wordSet(`
  width height fit position enlarge background crop exposure auto_levels black white gamma contrast
  saturation grayscale clarity sharpen format quality preset
`);

interface Panel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasColour: boolean;
}

function panelOf(run: RunContext): Panel {
  const facts = panelFacts(run);
  const edge = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback);
  return {
    widthPx: edge(facts['width'], 800),
    heightPx: edge(facts['height'], 480),
    hasColour: facts['has_color'] === true,
  };
}

function readOptions(lua: LuaStack, run: RunContext): ImageOptions {
  const { widthPx, heightPx, hasColour } = panelOf(run);
  if (!hasTable(lua, 2, NAME)) return { ...NEUTRAL, widthPx, heightPx };
  const options = new OptionTable(lua, 2, NAME);
  options.refuseUnknown(KNOWN);
  const isForInk = options.choice('preset', ['eink'], null) !== null;
  const preset = isForInk ? inkPreset(hasColour) : NEUTRAL;
  const width = options.whole('width', null, 1, LIMITS.pictureEdgePx);
  const height = options.whole('height', null, 1, LIMITS.pictureEdgePx);
  const isWhole = width === null && height === null;
  const read: ImageOptions = {
    widthPx: isWhole ? widthPx : width,
    heightPx: isWhole ? heightPx : height,
    fit: options.choice('fit', FITS, preset.fit),
    position: options.choice('position', POSITIONS, preset.position),
    enlarge: options.boolean('enlarge', preset.enlarge),
    background: options.text('background') ?? preset.background,
    crop: readCrop(lua, options),
    exposure: options.number('exposure', preset.exposure, -10, 10),
    autoLevels: options.boolean('auto_levels', preset.autoLevels),
    black: options.number('black', preset.black, 0, 255),
    white: options.number('white', preset.white, 0, 255),
    gamma: options.number('gamma', preset.gamma, 0.1, 10),
    contrast: options.number('contrast', preset.contrast, -1, 1),
    saturation: options.number('saturation', preset.saturation, 0, 10),
    grayscale: options.boolean('grayscale', preset.grayscale),
    clarity: options.number('clarity', preset.clarity, -1, 1),
    sharpen: options.number('sharpen', preset.sharpen, 0, 10),
    format: options.choice('format', FORMATS, null),
    quality: options.whole('quality', preset.quality, 1, 100),
  };
  if (!COLOUR.test(read.background)) throw options.wrong("option 'background' must be a colour as #rrggbb");
  if (read.black >= read.white) throw options.wrong("option 'black' must be less than 'white'");
  return read;
}

/** Read `crop = { x =, y =, width =, height = }`, in fractions of the picture. */
function readCrop(lua: LuaStack, options: OptionTable): CropBox | null {
  const parts = options.read('crop', 'a table with x, y, width and height', (index) => {
    if (lua.type(index) !== LUA_TYPE.table) return null;
    options.refuseUnknownOf('crop', index, CROP_KEYS);
    return CROP_KEYS.map((key) => {
      lua.field(index, key);
      const fallback = key === 'x' || key === 'y' ? 0 : 1;
      const part = lua.isNoneOrNil(-1) ? fallback : (lua.number(-1) ?? Number.NaN);
      lua.pop(1);
      return part;
    });
  });
  if (parts === null) return null;
  const [left = 0, top = 0, width = 1, height = 1] = parts;
  if (!parts.every((part) => part >= 0 && part <= 1) || width === 0 || height === 0) {
    throw options.wrong("the numbers of option 'crop' must be parts of the picture, from 0 to 1");
  }
  return { left, top, width, height };
}

function imageProcess(lua: LuaStack, run: RunContext): number {
  const bytes = bytesArgument(lua, 1, NAME);
  if (bytes.length > SCRIPT_IMAGE_BYTES) {
    throw badArgument(
      1,
      NAME,
      `a picture of at most ${SCRIPT_IMAGE_BYTES} bytes expected, got ${bytes.length}`,
    );
  }
  const options = readOptions(lua, run);
  const answer = run.processImage({ key: sha256Hex(bytes, JSON.stringify(options)), bytes, options });
  if (!answer.ok) throw new LuaRaise(`${NAME}: ${answer.error}`);
  const { buffer, byteOffset, length } = answer.bytes;
  const base64 = Buffer.from(buffer, byteOffset, length).toString('base64');
  lua.pushBinary(`data:${answer.mediaType};base64,${base64}`);
  lua.pushNumber(answer.widthPx);
  lua.pushNumber(answer.heightPx);
  return 3;
}

export const imageGroup: FunctionGroup = { functions: { image_process: imageProcess } };
