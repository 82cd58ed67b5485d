import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { openApiDocument } from '../../../src/server/http/openapi/document.ts';

const ROUTES = path.join(PACKAGE_ROOT, 'src/server/http/routes');
/** What is served and is no call of the document; `/api/admin` leads to the calls of the admin API. */
const OTHERS = ['/api/admin', '/openapi.json', '/swagger-ui', '/console', '/console/assets/{name}'];

it('each path but those of the admin API is served by the file at that path, and no file serves another', () => {
  const { paths } = openApiDocument() as { paths: object };
  const own = Object.keys(paths).filter((url) => !url.startsWith('/api/admin/'));
  const served = [...own, ...OTHERS];
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
