/** `GET /openapi.json` and `GET /swagger-ui`: the document, and a page that shows it. */
import type { Response, Router } from 'express';
import { AppError } from '../../base/errors.ts';
import type { Parts } from '../../base/parts.ts';
import { sendJsonBytes } from '../json.ts';
import { only } from '../methods.ts';
import { pageHeaders } from '../page-headers.ts';

/** Made late: their packages take longer to load than all of the device API, and devices never ask. */
export function docsRoutes(router: Router, parts: Parts): void {
  const document = parts.add(async () => {
    const { openApiDocument } = await import('../openapi/document.ts');
    return Buffer.from(JSON.stringify(openApiDocument()), 'utf8');
  });
  only(router, '/openapi.json', {
    get: async (_request, response) => sendJsonBytes(response, 200, await document()),
  });
  const pages = parts.add(async () => (await import('../swagger/pages.ts')).swaggerPages());
  // With and without a slash at the end it is the same route.
  only(router, '/swagger-ui', {
    get: async (request, response) => {
      const { page } = await pages();
      // Relative, so that it is found behind a proxy with a path prefix too.
      pageHeaders(response);
      send(response, 'text/html; charset=utf-8', page(request.path.endsWith('/') ? './' : './swagger-ui/'));
    },
  });
  only(router, '/swagger-ui/:name', {
    get: async (request, response) => {
      const file = (await pages()).files.get(String(request.params['name']));
      if (file === undefined) throw new AppError('not_found');
      send(response, file.type, file.bytes);
    },
  });
}

function send(response: Response, type: string, bytes: Buffer): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  // Another version of the server has other files under these names.
  response.setHeader('Cache-Control', 'no-cache');
  response.end(bytes);
}
