/** The API page: script and styles from the package of Swagger UI, a page and a start script of our own, all in memory. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface SwaggerFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface SwaggerPages {
  /** The page; `base` leads from its address to that of the files. */
  page(base: './' | './swagger-ui/'): Buffer;
  /** The files that are served, by name. */
  readonly files: ReadonlyMap<string, SwaggerFile>;
}

const START = 'start.js';

/** The files of the package that are served. Its own page is not: it shows the API of another server. */
const FROM_PACKAGE: readonly (readonly [name: string, type: string])[] = [
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['favicon-16x16.png', 'image/png'],
  ['favicon-32x32.png', 'image/png'],
];

/** Runs in the browser. It finds the document beside the folder of the script, whatever prefix both have. */
const START_SCRIPT = `SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: false,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

/** Read the files. Rejects with the error of the file system. */
export async function swaggerPages(): Promise<SwaggerPages> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files = new Map<string, SwaggerFile>();
  for (const [name, type] of FROM_PACKAGE) {
    files.set(name, { type, bytes: await readFile(path.join(folder, name)) });
  }
  files.set(START, { type: 'text/javascript; charset=utf-8', bytes: Buffer.from(START_SCRIPT) });
  const pages = { './': html('./'), './swagger-ui/': html('./swagger-ui/') };
  return { page: (base) => pages[base], files };
}

function html(base: string): Buffer {
  return Buffer.from(`<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Stipple API</title>
  <link rel="stylesheet" href="${base}swagger-ui.css">
  <link rel="icon" type="image/png" href="${base}favicon-32x32.png" sizes="32x32">
  <link rel="icon" type="image/png" href="${base}favicon-16x16.png" sizes="16x16">
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="${base}swagger-ui-bundle.js"></script>
  <script src="${base}${START}"></script>
</body>
</html>
`);
}
