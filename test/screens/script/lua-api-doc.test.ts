/** Runs every example of docs/lua-api.md and holds the page to the functions that exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { layoutTable } from '../../../src/domain/layout.ts';
import { FOUR_GREYS } from '../../../src/domain/palette.ts';
import type { DataAnswer } from '../../../src/domain/pushed-data.ts';
import { SCRIPT_ASSET_BYTES } from '../../../src/engine/jobs/compose.ts';
import { HTTP_REQUESTS_PER_RUN } from '../../../src/engine/pool/bridge-server.ts';
import { fontTable } from '../../../src/engine/render-engine.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import {
  HTTP_MAX_REDIRECTS,
  HTTP_MAX_TIMEOUT_MS,
  HTTP_RESPONSE_BYTES,
} from '../../../src/screens/fetch/request.ts';
import { SCRIPT_RESULT_DEPTH } from '../../../src/screens/script/from-lua.ts';
import { SCRIPT_HTML_BYTES } from '../../../src/screens/script/functions/html.ts';
import { SCRIPT_IMAGE_BYTES } from '../../../src/screens/script/functions/image.ts';
import { FUNCTION_GROUPS } from '../../../src/screens/script/groups.ts';
import { SCRIPT_IMAGE_PIXELS } from '../../../src/screens/script/image/process-image.ts';
import {
  SCRIPT_IMAGES_PER_RUN,
  SCRIPT_LOG_LINE_BYTES,
  SCRIPT_LOG_LINES,
} from '../../../src/screens/script/run-context.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';
import { type BlockingHttp, startBlockingHttp } from './blocking-http.ts';
import { luaValue, runLua } from './run-lua.ts';

const PAGE = readFileSync(path.join(PACKAGE_ROOT, 'docs/lua-api.md'), 'utf8');
/** The host in the examples, in place of a server of the reader. */
const EXAMPLE_SERVER = 'https://api.example.com';

const FONTS = fontTable(bundledBook());

/** The files of the examples. */
const FILES: Readonly<Record<string, string>> = {
  'lib/text.lua': 'return { shorten = function(s, n) return #s <= n and s or s:sub(1, n - 1) .. "…" end }',
  'stops.json': '[{"name":"Main"},{"name":"North"}]',
};

/** What is pushed in the examples, two and a half hours ago. */
const PUSHED_MS = 1_700_000_000_000;
const DATA: DataAnswer = {
  ok: true,
  bytes: new Uint8Array(Buffer.from('{"temperature": 21.5}')),
  updatedMs: PUSHED_MS,
  version: '1',
};

interface Example {
  readonly heading: string;
  readonly line: number;
  /** What it needs besides the sandbox: `network`, `files`, `data`. */
  readonly needs: string;
  readonly source: string;
  /** Its `-->` comments in order. */
  readonly prints: readonly string[];
}

function examples(): Example[] {
  return [...PAGE.matchAll(/^```lua ?(\w*)\n(.*?)^```$/gms)].map((match) => {
    const before = PAGE.slice(0, match.index);
    const source = match[2] ?? '';
    return {
      heading: [...before.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '',
      line: before.split('\n').length,
      needs: match[1] ?? '',
      source,
      prints: [...source.matchAll(/--> (.*)$/gm)].map(([, text]) => text ?? ''),
    };
  });
}

describe('the examples of docs/lua-api.md', () => {
  let http: BlockingHttp;
  before(async () => {
    http = await startBlockingHttp();
  });
  after(() => http.stop());

  for (const { heading, line, needs, source, prints } of examples()) {
    it(`line ${line}, ${heading}`, () => {
      const globals = { params: {}, device: {}, layout: { scale: 1 }, fonts: FONTS };
      const { result, logs } = runLua(source.replaceAll(EXAMPLE_SERVER, http.url), {
        globals,
        chunkName: 'example.lua',
        ...(needs === 'files' ? { files: FILES } : {}),
        ...(needs === 'data' ? { readData: () => DATA, nowMs: PUSHED_MS + 9_000_000 } : {}),
        ...(needs === 'network'
          ? {
              http: (request) => http.fetch(request),
              processImage: (request) => http.processImage(request),
            }
          : {}),
      });
      if (!result.ok) assert.fail(`line ${line + (result.error.line ?? 0)}: ${result.error.message}`);
      const printed = logs.filter((text) => text.startsWith('info: ')).map((text) => text.slice(6));
      assert.deepEqual(printed, prints);
    });
  }
});

it('names every field of the table of fonts', () => {
  const [, section = ''] = /^### fonts$([\s\S]*?)^#/m.exec(PAGE) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \| (.*) \|$/gm)];
  assert.ok(Array.isArray(FONTS) && FONTS.length > 3);
  for (const family of FONTS) {
    assert.deepEqual(
      Object.keys(family),
      rows.map(([, name]) => name),
    );
    for (const [, name = '', type] of rows) {
      assert.equal(Array.isArray(family[name]), type?.startsWith('list of'), name);
    }
    const about = rows.find(([, name]) => name === 'axes')?.[3] ?? '';
    for (const axis of family.axes) {
      for (const name of Object.keys(axis)) assert.ok(about.includes(`\`${name}\``), name);
    }
  }
  const names = FONTS.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted());
});

/** Functions of Lua itself, of which the sandbox has versions of its own. */
const OF_LUA = /^(?:setmetatable|getmetatable|next|rawget|rawset|rawlen|os\.(?:time|clock|difftime))$/;

it('names every function and method, and has an example for each function', () => {
  const sources = examples()
    .map(({ source }) => source)
    .join('\n');
  for (const group of FUNCTION_GROUPS) {
    for (const name of Object.keys(group.functions)) {
      assert.ok(PAGE.includes(`\`${name}\``) || PAGE.includes(`${name}(`), `${name} is described`);
      if (!OF_LUA.test(name)) assert.ok(sources.includes(name), `${name} has an example`);
    }
    for (const methods of Object.values(group.types ?? {})) {
      for (const name of Object.keys(methods))
        assert.ok(PAGE.includes(`:${name}(`), `:${name}() is described`);
    }
  }
});

it('documents the results, the errors and an example of every function', () => {
  const chapters = PAGE.split(/^## /m).slice(1);
  for (const chapter of chapters) {
    const [intro = '', ...sections] = chapter.split(/^### /m);
    for (const section of sections) {
      const name = section.split('\n')[0] ?? '';
      if (!name.includes('(')) continue;
      assert.match(section, /^```lua/m, `${name} has an example`);
      assert.match(intro + section, /^\*Errors:\*/m, `${name}: errors`);
      assert.match(section, /\breturns?\b|the time as text|Multiply/i, `${name}: result`);
    }
  }
});

it('lists every global and every field of layout', () => {
  const globals = luaValue('local n = {} for k in pairs(_G) do n[#n + 1] = k end return n') as string[];
  const layout = Object.keys(layoutTable({ widthPx: 800, heightPx: 480 }, FOUR_GREYS));
  for (const name of [...globals, ...layout])
    assert.match(PAGE, new RegExp(`\`${name}\``), `${name} is listed`);
});

it('states the limits as they are', () => {
  const seconds = (ms: number) => `${ms / 1000} seconds a run`;
  const stated = [
    seconds(LIMITS.scriptCpuMs),
    seconds(LIMITS.composeWallMs),
    `${LIMITS.scriptMemoryBytes / 1024 ** 2} MiB`,
    `${HTTP_REQUESTS_PER_RUN} requests a run, ${HTTP_RESPONSE_BYTES / 1024 ** 2} MB an answer`,
    `${SCRIPT_HTML_BYTES / 1024 ** 2} MB a run`,
    `${SCRIPT_ASSET_BYTES / 1024 ** 2} MB`,
    `${SCRIPT_IMAGES_PER_RUN} images a run, ${SCRIPT_IMAGE_BYTES / 1024 ** 2} MB and ${SCRIPT_IMAGE_PIXELS / 1e6} million pixels each, ${LIMITS.imageWallMs / 1000} seconds`,
    `${LIMITS.pictureEdgePx} pixels`,
    `${SCRIPT_LOG_LINES} lines of ${SCRIPT_LOG_LINE_BYTES} characters`,
    `${SCRIPT_RESULT_DEPTH} levels`,
    `at most ${HTTP_MAX_REDIRECTS}`,
    `at most ${HTTP_MAX_TIMEOUT_MS / 1000}`,
  ];
  for (const text of stated) assert.ok(PAGE.includes(text), text);
});
