// Bundles the command, the entries of threads and processes, and what the package exports, from the sources into
// dist/bundle: a start then reads a few files in place of several hundred. Packages with native code, WebAssembly or
// files beside their code are not bundled. Old files stay, since a server may run on them.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const outdir = path.join(root, 'dist/bundle');

const NOT_BUNDLED = [
  '@resvg/resvg-js',
  'sharp',
  'piscina',
  'wasmoon',
  'harfbuzzjs',
  'harfbuzzjs/*',
  'swagger-ui-dist',
  'lmdb',
  '@redis/client',
];

/**
 * Express loads these whether they are used or not, and they are most of what it would read. None is used: our own code reads
 * bodies and queries, no route sends files, and types of content are written out.
 */
const UNUSED =
  /[\\/]node_modules[\\/](?:body-parser|mime-types|qs|send|serve-static)[\\/](?:lib[\\/])?index\.js$/;
const withoutUnused = {
  name: 'without-unused',
  setup({ onLoad }) {
    onLoad({ filter: UNUSED }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/**
 * An `import` of `node:http` reads all that it exports, and since Node 22 `WebSocket` among them loads a whole HTTP client of
 * 50 ms that nobody uses. A `require` reads what is used.
 */
const httpByNeed = {
  name: 'http-by-need',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'by-need' } : undefined,
    );
    onLoad({ filter: /^node:http$/, namespace: 'by-need' }, () => ({
      contents: "module.exports = require('node:http');",
      loader: 'js',
    }));
  },
};

const common = {
  absWorkingDir: root,
  outdir,
  outbase: '.',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  external: NOT_BUNDLED,
  plugins: [withoutUnused, httpByNeed],
  // A third less to read. In lines still, for stacks, and because Node prints the line of an error that ends it.
  minifyWhitespace: true,
  lineLimit: 160,
  // For packages that are no ES modules.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  logLevel: 'warning',
  logOverride: { 'direct-eval': 'silent' },
};

const workers = readdirSync(path.join(root, 'workers')).map((name) => `workers/${name}`);
await Promise.all([
  // Chunks are as deep as the modules that they are made of: see src/platform/base/entry-files.ts.
  build({
    ...common,
    entryPoints: ['src/cli/main.ts', 'src/pictures/native/index.ts'],
    splitting: true,
    chunkNames: 'src/chunks/[name]-[hash]',
  }),
  // One file each: they use all that they import, and start fastest so.
  build({ ...common, entryPoints: workers }),
]);
