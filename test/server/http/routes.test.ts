import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { openApiDocument } from '../../../src/server/http/openapi/document.ts';

const ROUTES = path.join(PACKAGE_ROOT, 'src/server/http/routes');
/** What is served and is no call of the API; `/api/admin` leads to what is below it. */
const OTHERS = ['/api/admin', '/openapi.json', '/swagger-ui', '/console', '/console/assets/{name}'];

it('each path is served by the file at that path, and no file serves another', () => {
  const { paths } = openApiDocument() as { paths: object };
  const served = [...Object.keys(paths), ...OTHERS];
  const files = served.map(
    // Some file systems take no colon in a name, and names of files have no underscore here.
    (url) =>
      `${url.slice(1).replaceAll('{', '[').replaceAll('}', ']').replaceAll(/[:_]/g, '-') || 'index'}.ts`,
  );
  for (const file of files) assert.ok(existsSync(path.join(ROUTES, file)), file);
  const found = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  assert.deepEqual(found.map((name) => name.split(path.sep).join('/')).toSorted(), files.toSorted());
});
