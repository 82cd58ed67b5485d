/** Local repositories through every other door by which a caller's words come into the config, and links that change later. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { GitRepo } from '../support/repos/git-repo.ts';
import { someOf } from '../support/rounds.ts';
import { type Admin, SCREENS, startAdmin, TOKEN } from '../support/server/admin.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const FILES = {
  'clock.lua': 'return { data = {} }',
  'clock.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>',
};

interface Operation {
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
  };
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  };
}

const { paths, components } = openApiDocument() as ApiDocument;

/** What a path may name. */
const NAMES: Readonly<Record<string, string>> = {
  '{key}': MAC,
  '{name}': 'all',
  '{handle}': 'own',
  '{path}': 'plain.lua',
};

/** Each call of the admin API that takes JSON, with the body of its example. */
const doors = Object.entries(paths)
  .filter(([route]) => route.startsWith('/api/admin/'))
  .flatMap(([route, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => {
      const name = requestBody?.content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
      const example = components.schemas[name]?.examples?.[0];
      if (example === undefined) return [];
      const short = route.slice('/api/admin'.length).replaceAll(/\{\w+\}/g, (word) => NAMES[word] ?? '1');
      return [{ method: method.toUpperCase(), route: short, example }];
    }),
  );

/** A body with other texts in the place of its own, as deep as they are. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, text)]));
}

/** The registered addresses. */
async function reposOf(admin: Pick<Admin, 'get'>): Promise<readonly string[]> {
  const { body } = await admin.get('/screen-repos');
  return body.map(({ repo }: { repo: string | null }) => repo).filter(Boolean);
}

describe('a local repository outside of the named folders', () => {
  let admin: Admin;
  let folder: string;
  let open: string;
  let secret: GitRepo;
  let injections: readonly string[];

  before(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'stipple-doors-')));
    open = path.join(folder, 'open');
    mkdirSync(open);
    secret = new GitRepo(path.join(folder, 'secret'));
    secret.commit(FILES);
    const config = `default_screen: plain\nscreen_repos:\n  own: { repo: "https://git.x.test/a.git" }\n`;
    const groups = `groups:\n  all: { match: { model: og }, screen: local/plain }\n`;
    const devices = `devices:\n  "${MAC}": { screen: local/plain }\n`;
    admin = await startAdmin({
      config: config + groups + devices,
      screens: SCREENS,
      env: { SCREEN_REPO_FOLDERS: open },
    });
    const entry = `screen_repos:\n  taken: { repo: "${secret.url}" }`;
    injections = [
      `x\n${entry}\n`,
      `"\n${entry}\n#`,
      `'\n${entry}\n#`,
      `}\n${entry}\n#`,
      `x\r\n${entry}\r\n`,
      `x\u2028${entry}`,
      `x\u0085${entry}`,
      `&a ${secret.url}`,
      `*a\n${entry}`,
      `!!map\n${entry}`,
      `|\n  ${entry}`,
      `--- \n${entry}`,
      secret.url,
    ];
  });
  after(async () => {
    await admin.server.stop();
    rmSync(folder, { recursive: true });
  });

  it('comes in by no call that takes JSON, beside its fields or in their texts', async () => {
    assert.ok(doors.length >= 20, doors.map(({ route }) => route).join(' '));
    const extra = { screen_repos: { taken: { repo: secret.url } } };
    for (const { method, route, example } of doors) {
      const bodies = [
        ...(typeof example === 'object' && !Array.isArray(example) ? [{ ...example, ...extra }] : []),
        ...[...someOf(injections.slice(0, -1)), secret.url].map((text) => withTexts(example, text)),
      ];
      for (const body of bodies) {
        const { status } = await admin.call(method, route, body);
        assert.notEqual(status, 500, `${method} ${route} ${JSON.stringify(body)}`);
        const repos = await reposOf(admin);
        assert.ok(!repos.includes(secret.url), `${method} ${route} ${JSON.stringify(body)}`);
      }
    }
  });

  it('comes in by no import, in JSON or as a table, and by no bulk change', async () => {
    for (const text of injections) {
      const cell = `"${text.replaceAll('"', '""')}"`;
      const tables = [
        `key,name,screen\n${MAC},${cell},local/plain\n`,
        `key,params.title,screen_repos.taken.repo\n${MAC},${cell},${secret.url}\n`,
      ];
      for (const table of tables) {
        const answer = await fetch(`${admin.server.url}/api/admin/devices/import`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'text/csv' },
          body: table,
        });
        assert.ok(answer.status < 500, `${answer.status} ${table}`);
      }
      const row = { key: MAC, name: text, params: { title: text, [text]: text } };
      assert.ok((await admin.post('/devices/import', { devices: [row] })).status < 500);
      const change = { where: { all: true }, set: { params: { [text]: text } }, tags: [text] };
      assert.ok((await admin.post('/devices:bulk', change)).status < 500);
      assert.ok(!(await reposOf(admin)).includes(secret.url), text);
    }
    const { status, body } = await admin.get('/config/text');
    assert.equal(status, 200);
    assert.equal((await admin.post('/config/check', { text: body.text })).body.problems?.length ?? 0, 0);
  });

  const swaps: Readonly<Record<string, (repo: string) => void>> = {
    'a link to it': (repo) => {
      renameSync(repo, `${repo}-was`);
      symlinkSync(secret.dir, repo);
    },
    'links to its parts': (repo) => {
      rmSync(path.join(repo, 'objects'), { recursive: true });
      symlinkSync(path.join(secret.dir, 'objects'), path.join(repo, 'objects'));
    },
    'a folder that is a link to what is above it': (repo) => {
      renameSync(repo, `${repo}-was`);
      symlinkSync(path.join(repo, '..', '..', 'secret'), repo);
    },
    'a file that names its objects': (repo) => {
      mkdirSync(path.join(repo, 'objects', 'info'), { recursive: true });
      writeFileSync(path.join(repo, 'objects', 'info', 'alternates'), `${secret.dir}/objects\n`);
    },
    'a file that names its folder': (repo) => {
      rmSync(repo, { recursive: true });
      mkdirSync(repo);
      writeFileSync(path.join(repo, '.git'), `gitdir: ${secret.dir}\n`);
    },
  };
  for (const [what, swap] of Object.entries(swaps)) {
    it(`is not fetched where an allowed one becomes ${what} before the next fetch`, async () => {
      const handle = `swap${Object.keys(swaps).indexOf(what)}`;
      const repo = new GitRepo(path.join(open, handle));
      const good = repo.commit({ ...FILES, 'good.txt': handle });
      assert.equal((await admin.post('/screen-repos', { handle, repo: repo.url, pin: 'main' })).status, 200);
      const state = async () => (await admin.get(`/screen-repos/${handle}`)).body;
      await until(async () => (await state()).resolved_sha === good);
      swap(repo.dir);
      await admin.post(`/screen-repos/${handle}/update`, {});
      await until(async () => (await state()).error !== null);
      const { resolved_sha: sha, error } = await state();
      assert.equal(sha, good);
      assert.match(error, /SCREEN_REPO_FOLDERS/);
    });
  }
});

describe('a server with its config in the state store', () => {
  it('fetches no local repository outside of the named folders, whoever has pushed it, and undoes none back', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const folder = tempTree(t);
    const secret = new GitRepo(path.join(folder, 'secret'));
    secret.commit(FILES);
    const env = {
      STORE_URL: redis.url,
      CONFIG_FILE: 'store:',
      SCREEN_REPO_FOLDERS: path.join(folder, 'open'),
    };
    const push = async (name: string, text: string): Promise<void> => {
      writeFileSync(path.join(folder, name), text);
      const { code, out, err } = await runCommand(folder, ['config', 'push', '--force', name], env);
      assert.equal(code, 0, out + err);
    };
    await push(
      'with.yaml',
      `default_screen: plain\nscreen_repos:\n  own: { repo: "${secret.url}", pin: main }\n`,
    );
    const { server } = await startAdmin({ env });
    t.after(() => server.stop());
    const call = async (method: string, route: string, body?: object) => {
      const answer = await fetch(`${server.url}/api/admin${route}`, {
        method,
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      return { status: answer.status, body: (await answer.json()) as any };
    };
    const own = async () => (await call('GET', '/screen-repos/own')).body;
    await until(async () => (await own()).error !== null);
    const { resolved_sha: sha, error } = await own();
    assert.equal(sha, null);
    assert.match(error, /SCREEN_REPO_FOLDERS/);
    await push('without.yaml', 'default_screen: plain\n');
    await until(async () => (await call('GET', '/screen-repos/own')).status === 404);
    const { body: history } = await call('GET', '/config/history');
    const first = history.revisions.at(-1).revision;
    const undone = await call('POST', '/config/undo', { to: first });
    assert.equal(undone.status, 400, JSON.stringify(undone.body));
    assert.match(JSON.stringify(undone.body), /SCREEN_REPO_FOLDERS/);
    const { digest } = (await call('GET', '/config/text')).body;
    const text = `default_screen: plain\nscreen_repos:\n  own: { repo: "${secret.url}" }\n`;
    assert.equal((await call('PUT', '/config/text', { text, digest })).status, 400);
    assert.equal((await call('POST', '/screen-repos', { handle: 'own', repo: secret.url })).status, 400);
    assert.equal((await call('GET', '/screen-repos/own')).status, 404);
  });
});
