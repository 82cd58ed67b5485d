import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageAnswer, ImageRequest } from '../../../../src/screens/script/image/image-request.ts';
import { SCRIPT_IMAGES_PER_RUN } from '../../../../src/screens/script/run-context.ts';
import { luaFailure, luaValue } from '../run-lua.ts';

const ANSWER: ImageAnswer = {
  ok: true,
  bytes: Buffer.from('\u0000picture'),
  mediaType: 'image/png',
  widthPx: 8,
  heightPx: 5,
};

/** The requests that a script makes. */
function requests(source: string, layout: Record<string, number | boolean> = {}): ImageRequest[] {
  const seen: ImageRequest[] = [];
  const processImage = (request: ImageRequest) => {
    seen.push(request);
    return ANSWER;
  };
  luaValue(source, { processImage, globals: { layout } });
  return seen;
}

function optionsOf(options: string, layout?: Record<string, number | boolean>) {
  const [request] = requests(`image_process("x", ${options})`, layout);
  assert.ok(request !== undefined);
  return request.options;
}

describe('image_process', () => {
  it('returns a data URI, a width and a height', () => {
    const value = luaValue('return { image_process("x") }', { processImage: () => ANSWER });
    assert.deepEqual(value, ['data:image/png;base64,AHBpY3R1cmU=', 8, 5]);
  });

  it('passes all bytes', () => {
    const [request] = requests('image_process("\\0\\255\\200a")');
    assert.deepEqual([...(request?.bytes ?? [])], [0, 255, 200, 97]);
  });

  it('fills the panel unless told otherwise', () => {
    const layout = { width: 1872, height: 1404 };
    const { widthPx, heightPx, fit } = optionsOf('nil', layout);
    assert.deepEqual([widthPx, heightPx, fit], [1872, 1404, 'cover']);
    const size = (options: string) => {
      const read = optionsOf(options, layout);
      return [read.widthPx, read.heightPx];
    };
    assert.deepEqual(
      [size('{}'), size('{ width = 10 }'), size('{ height = 7 }')],
      [
        [1872, 1404],
        [10, null],
        [null, 7],
      ],
    );
  });

  it('reads a preset, which other options override', () => {
    const grey = optionsOf('{ preset = "eink" }', { has_color: false });
    assert.deepEqual(
      [grey.grayscale, grey.autoLevels, grey.contrast, grey.clarity, grey.sharpen],
      [true, true, 0.1, 0.3, 1],
    );
    const colour = optionsOf('{ preset = "eink", contrast = 0, auto_levels = false }', { has_color: true });
    assert.deepEqual(
      [colour.grayscale, colour.saturation, colour.contrast, colour.autoLevels],
      [false, 1.3, 0, false],
    );
  });

  it('has equal keys exactly for equal bytes and options', () => {
    const keys = requests(`
      image_process("x", { width = 5, fit = "inside" }) image_process("x", { fit = "inside", width = 5.0 })
      image_process("y", { width = 5, fit = "inside" }) image_process("x", { width = 6, fit = "inside" })`).map(
      ({ key }) => key,
    );
    assert.equal(keys[0], keys[1]);
    assert.equal(new Set(keys).size, 3);
  });

  it('reads a crop, in which edges that are left out are those of the picture', () => {
    assert.deepEqual(optionsOf('{ crop = { y = 0.5, height = 0.25 } }').crop, {
      left: 0,
      top: 0.5,
      width: 1,
      height: 0.25,
    });
  });

  it('refuses options that it cannot use', () => {
    const wrong: readonly (readonly [options: string, message: RegExp])[] = [
      ['{ with = 5 }', /unknown option 'with'; did you mean width\?; there are .*width/],
      [
        '{ crop = { w = 0.25 } }',
        /unknown key of option 'crop': 'w'; did you mean width\?; there are height, /,
      ],
      ['{ width = 5000 }', /'width' must be at most 4096, got 5000/],
      ['{ height = 0 }', /'height' must be at least 1/],
      ['{ fit = "stretch" }', /'fit' must be one of cover, contain, fill, inside/],
      ['{ position = "middle" }', /'position' must be one of/],
      ['{ background = "red" }', /'background' must be a colour as #rrggbb/],
      ['{ black = 200, white = 100 }', /'black' must be less than 'white'/],
      ['{ gamma = 0 }', /'gamma' must be at least 0.1/],
      ['{ contrast = 2 }', /'contrast' must be at most 1/],
      ['{ quality = 0/0 }', /'quality' must be at least 1/],
      ['{ preset = "lcd" }', /'preset' must be one of eink/],
      ['{ crop = { x = 2 } }', /'crop' must be parts of the picture/],
      ['{ crop = { x = "left" } }', /'crop' must be parts of the picture/],
      ['{ crop = { width = 0 } }', /'crop' must be parts of the picture/],
      ['{ crop = 5 }', /'crop' must be a table with x, y, width and height, got a number/],
    ];
    for (const [options, message] of wrong) {
      assert.match(
        luaFailure(`image_process("x", ${options})`, { processImage: () => ANSWER }).message,
        message,
      );
    }
    assert.match(luaFailure('image_process()').message, /bad argument #1 to 'image_process'/);
  });

  it('raises an error for a faulty picture, which pcall catches', () => {
    const processImage = (): ImageAnswer => ({ ok: false, error: 'the picture is damaged (x)' });
    const failure = luaFailure('\nimage_process("x")', { processImage });
    assert.deepEqual([failure.line, failure.message], [2, 'image_process: the picture is damaged (x)']);
    assert.equal(luaValue('return (pcall(image_process, "x"))', { processImage }), false);
  });

  it('is limited in the number and the size of pictures', () => {
    const source = `for n = 1, ${SCRIPT_IMAGES_PER_RUN + 1} do\n last = n image_process("x") end`;
    const failure = luaFailure(source, { processImage: () => ANSWER });
    assert.match(failure.message, /at most 10 pictures a run/);
    assert.match(
      luaFailure('image_process(("x"):rep(17 * 1024 * 1024))').message,
      /at most 16777216 bytes expected/,
    );
  });
});
