/** What the operator's scripts get from the private network is for no file of an author: not for one that is loaded afterwards, either. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { withLocalFiles } from '../../../src/admin/files/local-files.ts';
import { HTTP_REQUESTS_PER_RUN } from '../../../src/engine/pool/bridge-server.ts';
import { ComposePool } from '../../../src/engine/pool/compose-pool.ts';
import type { RunWatch } from '../../../src/engine/pool/run-watch.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchAnswer } from '../../../src/screens/fetch/request.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import { addFiles } from '../../support/files/temp-tree.ts';
import { randomNumbers } from '../../support/random.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = 60;

/** What a file of the screen does with what the script has got, and the file through which it comes to do it. */
interface Door {
  /** The file that an author writes. */
  readonly file: string;
  /** In the script, after the request. */
  readonly script: string;
  readonly template: string;
  /** Other files of the operator. */
  readonly own?: Readonly<Record<string, string>>;
  /** What the file holds: it shows what it gets. */
  readonly text: string;
}

/** What a public host would answer. */
const PUBLIC: FetchAnswer = {
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.from('public'),
  fromCache: false,
  finalUrl: 'http://public.example/',
};

const SHOWS = '<text>{{ data.seen }}</text>';
const MODULE = 'return function(got) return got end\n';
const PART = '<text>{{ data.kept }}</text>';

const DOORS: Readonly<Record<string, Door>> = {
  'a module': { file: 'late.lua', script: 'seen = require("late")(kept)', template: SHOWS, text: MODULE },
  'a module, protected': {
    ...{ file: 'late.lua', template: SHOWS, text: MODULE },
    script: 'local is_ok, late = pcall(require, "late")\nseen = is_ok and late(kept) or nil',
  },
  'a module in a coroutine': {
    ...{ file: 'lib/late.lua', template: SHOWS, text: MODULE },
    script: 'seen = coroutine.wrap(function() return require("lib/late")(kept) end)()',
  },
  'a module of a module': {
    ...{ file: 'lib/deep.lua', template: SHOWS, text: MODULE },
    script: 'seen = require("through")(kept)',
    own: { 'through.lua': 'return require("lib/deep")' },
  },
  'an asset that says what is shown': {
    ...{ file: 'fields.txt', template: SHOWS, text: 'kept' },
    script: 'seen = ({ kept = kept })[read_asset("fields.txt")]',
  },
  'an included part': { file: 'part.svg', script: '', template: '{% include "part.svg" %}', text: PART },
  'an included part whose name is computed': {
    ...{ file: 'part.svg', script: '', text: PART },
    template: '{% include "pa" ~ "rt.svg" %}',
  },
  'a part of a part': {
    ...{ file: 'lib/part.svg', script: '', template: '{% include "outer.svg" %}', text: PART },
    own: { 'outer.svg': '{% include "lib/part.svg" ignore missing %}' },
  },
  'a macro': {
    ...{
      file: 'macros.svg',
      script: '',
      text: '{% macro show(what) %}<text>{{ what }}</text>{% endmacro %}',
    },
    template: '{% from "macros.svg" import show %}{{ show(data.kept) }}',
  },
};

/** When the author writes: before the run, or while the script waits for the answer. */
const MOMENTS = ['before', 'meanwhile'] as const;

describe(`what the operator's script has asked (STIPPLE_SEED=${SEED})`, () => {
  const random = randomNumbers(SEED);
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'stipple-reach-')));
  const log = createLogger('error', new Writable({ write: (_chunk, _encoding, done) => done() }));
  const http = new OutboundHttp();
  const pool = new ComposePool({ log, fonts: [], threads: 1, http: () => Promise.resolve(http) });
  let meanwhile: () => Promise<void> = async () => {};
  let rounds = 0;
  const house = createServer((_request, response) => {
    void meanwhile().then(() => response.end(`secret ${rounds}`));
  });
  before(() => new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve)));
  after(async () => {
    await pool.stop(1_000);
    await http.stop();
    house.close();
    rmSync(folder, { recursive: true });
  });

  interface Round {
    readonly door: Door;
    readonly root: string;
    readonly requests: number;
  }

  function place(door: Door, requests = 1 + random(3)): Round {
    rounds += 1;
    const root = path.join(folder, String(rounds));
    const { port } = house.address() as AddressInfo;
    const ask = `kept = http_response("http://127.0.0.1:${port}/").body\n`.repeat(requests);
    addFiles(root, {
      'a.lua': `local kept, seen\n${ask}${door.script}\nreturn { data = { kept = kept, seen = seen } }\n`,
      'a.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">${door.template}</svg>`,
      [door.file]: door.text,
      ...door.own,
    });
    return { door, root, requests };
  }

  /** Another text of the same meaning, as an author or an admin saves it. */
  function write({ door, root }: Round, role: 'author' | 'admin'): Promise<void> {
    const text = `${door.text}${door.file.endsWith('.txt') ? '' : '\n'}`;
    return withLocalFiles(root, { role }, (files) =>
      files.write(door.file, Buffer.from(text), sha256Hex(door.text)),
    );
  }

  async function shown({ root }: Round, trustsAuthors = false, watch?: RunWatch): Promise<string> {
    const screen: Screen = {
      ...{ ref: 'local/a', handle: 'local', title: 'A', roots: [root], dir: '', scriptFile: 'a.lua' },
      ...{ templateFile: 'a.svg', metaFile: null, defaultRefreshSeconds: null, text: null, params: [] },
      ...{ service: null, allowPrivateNetwork: true, trustsAuthors },
    };
    const job = { screen, params: {}, device: {}, layout: {}, hasPrevious: false };
    const result = await pool.run(job, {
      deadline: deadlineIn(60_000),
      log,
      secrets: [],
      ...(watch && { watch }),
    });
    return JSON.stringify(result);
  }

  it('is shown by files of the operator or an admin, by whatever door', async () => {
    for (const [name, door] of Object.entries(DOORS)) {
      const round = place(door);
      assert.match(await shown(round), new RegExp(`secret ${rounds}`), name);
      await write(round, 'admin');
      assert.match(await shown(round), new RegExp(`secret ${rounds}`), name);
    }
  });

  it('is told to no file of an author, unless the config trusts authors', async () => {
    const names = Object.keys(DOORS);
    for (let n = 0; n < ROUNDS; n += 1) {
      const name = names[n % names.length] ?? '';
      const round = place(DOORS[name] ?? assert.fail());
      const moment = MOMENTS[random(MOMENTS.length)];
      const what = `${name}, written ${moment}, after ${round.requests} requests`;
      let written: Promise<void> | null = null;
      const once = (): Promise<void> => {
        written ??= write(round, 'author');
        return written;
      };
      if (moment === 'before') await once();
      meanwhile = moment === 'before' ? meanwhile : once;
      assert.doesNotMatch(await shown(round), /secret/, what);
      assert.doesNotMatch(await shown(round), /secret/, `${what}, again`);
      meanwhile = async () => {};
      assert.match(await shown(round, true), new RegExp(`secret ${rounds}`), `${what}, trusted`);
    }
  });

  it('is asked anew by a run that may not reach it, with a budget of its own and each line logged once', async () => {
    const script = 'log_info("asked") seen = require("late")(kept)';
    const round = place({ ...(DOORS['a module'] ?? assert.fail()), script }, HTTP_REQUESTS_PER_RUN);
    await write(round, 'author');
    const lines: string[] = [];
    const sent: (boolean | undefined)[] = [];
    const watch: RunWatch = {
      said: ({ message }) => lines.push(message),
      fetch: (request, _secrets, send) => {
        sent.push(request.publicOnly);
        return request.publicOnly === true ? Promise.resolve(PUBLIC) : send();
      },
    };
    assert.match(await shown(round, false, watch), /<text>public<\/text>/);
    assert.deepEqual(lines, ['asked']);
    assert.deepEqual(sent, [
      ...Array.from({ length: HTTP_REQUESTS_PER_RUN }, () => false),
      ...Array.from({ length: HTTP_REQUESTS_PER_RUN }, () => true),
    ]);
  });
});
