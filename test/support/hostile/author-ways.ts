/** Ways in which an author may try to have the server call an address of its own network. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Admin } from '../server/admin.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>';
const EMPTY = 'return { data = {} }\n';

/** A script that calls an address. */
export function calling(url: string): string {
  return `local a = http_response(${JSON.stringify(url)})\nreturn { data = { a = a.body } }\n`;
}

/** The operator's, which call what they are told. */
const BY_PARAM =
  'local a = http_response(params.url or "http://192.0.2.1/")\nreturn { data = { a = a.body } }\n';
const BY_ASSET = 'local a = http_response(read_asset("where.txt"))\nreturn { data = { a = a.body } }\n';
const BY_MODULE = 'local a = http_response((require("where")))\nreturn { data = { a = a.body } }\n';
const BY_NAME =
  'local a = http_response(device.name or "http://192.0.2.1/")\nreturn { data = { a = a.body } }\n';
const META = 'params:\n  url: { type: url }\n';

export interface Scene {
  readonly otto: Admin;
  readonly admin: Admin;
  readonly screensDir: string;
  /** A device with an entry, for pins. */
  readonly mac: string;
  /** One that shows the screen that the section `screens` makes of the files `named.lua` and `named.svg`. */
  readonly namedMac: string;
}

/** What is then shown: what a preview asks for, or what the device with this MAC address has. */
export type Wish = object | string;

export interface Way {
  /** True for what the setting that trusts authors opens. */
  readonly opens: boolean;
  /** True for what an admin may send: it brings no program of its own. */
  readonly isForAdmins?: boolean;
  /** @param name  that nothing else has */
  take(scene: Scene, name: string, url: string): Promise<readonly Wish[]>;
}

async function put(by: Admin, file: string, text: string, expected = 200): Promise<void> {
  const { body } = await by.get(`/files/local/${file}`);
  const { status } = await by.call('PUT', `/files/local/${file}`, { text, digest: body.digest ?? null });
  if (status !== expected) throw new Error(`PUT ${file}: ${status}`);
}

function own({ screensDir }: Scene, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(screensDir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function screenOf(name: string, script: string): Readonly<Record<string, string>> {
  return { [`${name}.lua`]: script, [`${name}.svg`]: SVG };
}

async function putAll(by: Admin, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await put(by, name, text);
}

export const WAYS: Readonly<Record<string, Way>> = {
  'a new script': {
    opens: true,
    take: async ({ otto }, name, url) => {
      await putAll(otto, screenOf(name, calling(url)));
      return [{ screen: `local/${name}` }];
    },
  },
  'a script in the place of the operator’s': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, EMPTY));
      await put(scene.otto, `${name}.lua`, calling(url));
      return [{ screen: `local/${name}` }];
    },
  },
  'a folder before the operator’s file': {
    opens: false,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, EMPTY));
      // One form a name: the folder would take the place of the file.
      await put(scene.otto, `${name}/script.lua`, calling(url), 409);
      await put(scene.otto, `${name}/screen.svg`, SVG, 409);
      return [{ screen: `local/${name}` }];
    },
  },
  'a module': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, { [`${name}/script.lua`]: BY_MODULE, [`${name}/screen.svg`]: SVG });
      await put(scene.otto, `${name}/where.lua`, `return ${JSON.stringify(url)}`);
      return [{ screen: `local/${name}` }];
    },
  },
  'a module in a folder of many screens, through one of the operator’s': {
    opens: true,
    take: async (scene, name, url) => {
      const script = BY_MODULE.replace('"where"', `"lib/${name}-through"`);
      own(scene, { ...screenOf(name, script), [`lib/${name}-through.lua`]: `return require("lib/${name}")` });
      await put(scene.otto, `lib/${name}.lua`, `return ${JSON.stringify(url)}`);
      return [{ screen: `local/${name}` }];
    },
  },
  'an own screen that takes a calling module of the operator’s': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, { [`lib/${name}.lua`]: 'return function(url) return http_response(url) end\n' });
      const script = `local a = require("lib/${name}")(${JSON.stringify(url)})\nreturn { data = { a = a.body } }\n`;
      await putAll(scene.otto, screenOf(name, script));
      return [{ screen: `local/${name}` }];
    },
  },
  'an asset': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, { [`${name}/script.lua`]: BY_ASSET, [`${name}/screen.svg`]: SVG });
      await put(scene.otto, `${name}/where.txt`, url);
      return [{ screen: `local/${name}` }];
    },
  },
  'a default in metadata': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, BY_PARAM));
      await put(
        scene.otto,
        `${name}.meta.yaml`,
        `params:\n  url: { type: url, default: ${JSON.stringify(url)} }\n`,
      );
      return [{ screen: `local/${name}` }];
    },
  },
  'a file that was removed and written again': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, calling(url)));
      const { body } = await scene.otto.get(`/files/local/${name}.lua`);
      await scene.otto.delete(`/files/local/${name}.lua?digest=${body.digest}`);
      await put(scene.otto, `${name}.lua`, calling(url));
      return [{ screen: `local/${name}` }];
    },
  },
  'a copy of an own screen': {
    opens: true,
    take: async ({ otto }, name, url) => {
      await putAll(otto, screenOf(`${name}-base`, calling(url)));
      await otto.post('/files:copy', { from: `local/${name}-base`, to: `${name}/deep` });
      return [{ screen: `local/${name}/deep` }];
    },
  },
  'a copy of the operator’s screen, changed': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(`${name}-base`, EMPTY));
      await scene.otto.post('/files:copy', { from: `local/${name}-base`, to: name });
      await put(scene.otto, `${name}.lua`, calling(url));
      return [{ screen: `local/${name}` }];
    },
  },
  'a link of the operator to a file': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(`${name}-target`, EMPTY));
      symlinkSync(`${name}-target.lua`, path.join(scene.screensDir, `${name}.lua`));
      own(scene, { [`${name}.svg`]: SVG });
      await put(scene.otto, `${name}-target.lua`, calling(url));
      return [{ screen: `local/${name}` }];
    },
  },
  'a file behind a link of the operator': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(`${name}-target`, EMPTY));
      symlinkSync(`${name}-target.lua`, path.join(scene.screensDir, `${name}.lua`));
      own(scene, { [`${name}.svg`]: SVG });
      await put(scene.otto, `${name}.lua`, calling(url));
      return [{ screen: `local/${name}` }, { screen: `local/${name}-target` }];
    },
  },
  'params of a preview': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, { ...screenOf(name, BY_PARAM), [`${name}.meta.yaml`]: META });
      return [{ screen: `local/${name}`, params: { url } }];
    },
  },
  'facts of a preview': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, BY_NAME));
      return [{ screen: `local/${name}`, facts: { name: url } }];
    },
  },
  'a pin with params': {
    opens: true,
    take: async (scene, name, url) => {
      own(scene, { ...screenOf(name, BY_PARAM), [`${name}.meta.yaml`]: META });
      const pin = { screen: `local/${name}`, params: { url }, for: '1h' };
      const { status } = await scene.otto.call('PUT', `/devices/${scene.mac}/pin`, pin);
      if (status !== 200) throw new Error(`pin: ${status}`);
      return [scene.mac];
    },
  },
  'a pin of an own screen': {
    opens: true,
    take: async (scene, name, url) => {
      await putAll(scene.otto, screenOf(name, calling(url)));
      await scene.otto.call('PUT', `/devices/${scene.mac}/pin`, { screen: `local/${name}`, for: '1h' });
      return [scene.mac];
    },
  },
  'a file that the config names': {
    opens: true,
    take: async (scene, _name, url) => {
      await putAll(scene.otto, screenOf('named', calling(url)));
      return [scene.namedMac];
    },
  },
  'a name that comes with the server': {
    opens: true,
    take: async (scene, _name, url) => {
      await putAll(scene.otto, screenOf('clock', calling(url)));
      return [{ screen: 'local/clock' }];
    },
  },
  'a draft': {
    opens: false,
    take: async (_scene, name, url) => [{ draft: { files: screenOf(name, calling(url)) } }],
  },
  'a draft over a screen': {
    opens: false,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, EMPTY));
      return [{ draft: { screen: `local/${name}`, files: { [`${name}.lua`]: calling(url) } } }];
    },
  },
  'metadata of a draft': {
    opens: false,
    isForAdmins: true,
    take: async (scene, name, url) => {
      own(scene, screenOf(name, BY_PARAM));
      const meta = `params:\n  url: { type: url, default: ${JSON.stringify(url)} }\n`;
      return [{ draft: { screen: `local/${name}`, files: { [`${name}.meta.yaml`]: meta } } }];
    },
  },
  'a module of a draft': {
    opens: false,
    take: async (scene, name, url) => {
      own(scene, { [`${name}/script.lua`]: BY_MODULE, [`${name}/screen.svg`]: SVG });
      const files = { [`${name}/where.lua`]: `return ${JSON.stringify(url)}` };
      return [{ draft: { screen: `local/${name}`, files } }];
    },
  },
  'an asset of a draft': {
    opens: false,
    take: async (scene, name, url) => {
      own(scene, { [`${name}/script.lua`]: BY_ASSET, [`${name}/screen.svg`]: SVG });
      const asset = Buffer.from(url).toString('base64');
      const draft = { screen: `local/${name}`, files: {}, assets: { [`${name}/where.txt`]: asset } };
      return [{ draft }];
    },
  },
};
