// Copies the assets of the server to dist/assets: the built-in screens and config, and the fonts of npm packages with
// their licences. Unchanged files are not copied again. Needs dist/src, to read the panel catalogue, and to make the OpenAPI
// document and the Lua of the sandbox.
// Usage: node scripts/copy-assets.mjs [--out <directory>]     (default: dist/assets)
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Bundled fonts: npm package, files inside it, and the licence of the fonts. */
const FONTS = [
  {
    from: 'source-sans',
    files: ['VF/SourceSans3VF-Upright.ttf', 'VF/SourceSans3VF-Italic.ttf'],
    licence: 'LICENSE.md',
  },
  {
    from: 'source-serif',
    files: ['VAR/SourceSerif4Variable-Roman.ttf', 'VAR/SourceSerif4Variable-Italic.ttf'],
    licence: 'LICENSE.md',
  },
  {
    from: 'source-code-pro',
    files: ['VF/SourceCodeVF-Upright.ttf', 'VF/SourceCodeVF-Italic.ttf'],
    licence: 'LICENSE.md',
  },
  { from: '@expo-google-fonts/tiny5', files: ['400Regular/Tiny5_400Regular.ttf'], licence: 'LICENSE_FONT' },
  {
    from: '@expo-google-fonts/silkscreen',
    files: ['400Regular/Silkscreen_400Regular.ttf', '700Bold/Silkscreen_700Bold.ttf'],
    licence: 'LICENSE_FONT',
  },
];

/** Copy a file unless the target has the same size and is not older. */
function copyIfChanged(from, to) {
  const source = statSync(from);
  const target = existsSync(to) ? statSync(to) : null;
  if (target !== null && target.size === source.size && target.mtimeMs >= source.mtimeMs) return;
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Copy a directory, and remove files from the target that are no longer in it. */
function copyTree(from, to) {
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(from, name)).isFile(),
  );
  for (const name of names) copyIfChanged(path.join(from, name), path.join(to, name));
  const kept = new Set(names);
  for (const entry of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (statSync(path.join(to, entry)).isFile() && !kept.has(entry)) rmSync(path.join(to, entry));
  }
}

function copyFonts(to) {
  const kept = new Set();
  for (const { from, files, licence } of FONTS) {
    const folder = path.join(root, 'node_modules', from);
    if (!existsSync(folder)) {
      process.stderr.write(`copy-assets: the package ${from} is not installed; its fonts are left out\n`);
      continue;
    }
    const name = path.basename(from);
    for (const file of [...files, licence]) {
      const target = path.join(name, file === licence ? 'LICENSE.md' : path.basename(file));
      copyIfChanged(path.join(folder, file), path.join(to, target));
      kept.add(target);
    }
  }
  for (const entry of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (statSync(path.join(to, entry)).isFile() && !kept.has(entry)) rmSync(path.join(to, entry));
  }
}

/** Reading YAML takes a tenth of a second at each start, so the panel catalogue is written as what is read from it. */
async function writePanels(to) {
  const { readCatalogue } = await import('../dist/src/config/read/panel-catalogue.js');
  const panels = readCatalogue(readFileSync(path.join(root, 'assets/panels.yaml'), 'utf8'));
  writeFileSync(to, JSON.stringify([...panels]));
}

/** To make the document from its schemas takes as long. */
async function writeOpenApi(to) {
  const { openApiDocument } = await import('../dist/src/server/http/openapi/document.js');
  writeFileSync(to, JSON.stringify(openApiDocument()));
}

/** The Lua of wasmoon with a meter in its loops, which is not put there anew at each start. */
async function writeLua(to) {
  const { meteredLua } = await import('../dist/src/screens/script/lua-wasm.js');
  writeFileSync(to, await meteredLua());
  copyIfChanged(path.join(root, 'node_modules/wasmoon/LICENSE'), `${to}.LICENSE`);
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = path.resolve(values.out ?? path.join(root, 'dist/assets'));
for (const entry of readdirSync(path.join(root, 'assets'), { withFileTypes: true })) {
  const from = path.join(root, 'assets', entry.name);
  const to = path.join(out, entry.name);
  if (entry.isDirectory()) {
    mkdirSync(to, { recursive: true });
    copyTree(from, to);
  } else copyIfChanged(from, to);
}
mkdirSync(path.join(out, 'fonts'), { recursive: true });
copyFonts(path.join(out, 'fonts'));
await writePanels(path.join(out, 'panels.json'));
await writeOpenApi(path.join(out, 'openapi.json'));
await writeLua(path.join(out, 'lua.wasm'));
if (values.out === undefined) writeFileSync(path.join(root, 'dist/build-stamp'), '');
