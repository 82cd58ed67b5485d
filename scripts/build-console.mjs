// Bundles the web console into dist/console: files with a hash in their names, which browsers may keep for ever, each
// also compressed, and a manifest that tells the server what there is. The style is one file: all style sheets of
// console/, those of the parts first, so that pages can go beyond them.
// Old files stay, since a server may run on them; the manifest is written last.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const source = path.join(root, 'console');
const outdir = path.join(root, 'dist/console/files');

const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** In the order in which they apply. */
const FOLDERS = ['shell', 'parts', 'pages'];

function styleSheets() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .sort()
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  );
}

const { metafile } = await build({
  absWorkingDir: source,
  entryPoints: { main: 'shell/main.tsx', style: 'virtual:style' },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome123', 'firefox128', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.svg': 'file' },
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'style',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^virtual:style$/ }, () => ({ path: 'style.css', namespace: 'style' }));
        onLoad({ filter: /.*/, namespace: 'style' }, () => ({
          contents: styleSheets()
            .map((name) => `@import "./${name}";`)
            .join('\n'),
          loader: 'css',
          resolveDir: source,
        }));
      },
    },
  ],
});

/** The file in its compressed form, unless that is no smaller. */
function compress(file, bytes, suffix, compressed) {
  if (compressed.length >= bytes.length) return {};
  writeFileSync(`${file}.${suffix}`, compressed);
  return { [suffix === 'gz' ? 'gzip' : suffix]: compressed.length };
}

mkdirSync(outdir, { recursive: true });
const files = {};
const page = {};
for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
  const name = path.basename(output);
  const file = path.join(outdir, name);
  const bytes = readFileSync(file);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  files[name] = {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    bytes: bytes.length,
    ...compress(file, bytes, 'br', brotliCompressSync(bytes, options)),
    ...compress(file, bytes, 'gz', gzipSync(bytes, { level: 9 })),
  };
  if (entryPoint === 'shell/main.tsx') page.script = name;
  if (entryPoint === 'style:style.css') page.style = name;
}
const icon = readFileSync(path.join(source, 'shell/icon.svg'));
const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8).toUpperCase()}.svg`;
writeFileSync(path.join(outdir, iconName), icon);
files[iconName] = { type: TYPES['.svg'], bytes: icon.length };

const sorted = Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(
  path.join(root, 'dist/console/manifest.json'),
  `${JSON.stringify({ page, files: sorted }, null, 2)}\n`,
);
