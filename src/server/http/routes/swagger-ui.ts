/** `GET /swagger-ui`: a page that shows the OpenAPI document, and its files below it. */
import type { Response, Router } from 'express';
import { AppError } from '../../../platform/base/errors.ts';
import type { Parts } from '../../../platform/base/parts.ts';
import { pageHeaders } from '../page-headers.ts';
import { route } from '../route.ts';

export function swaggerUiRoute(router: Router, parts: Parts): void {
  const pages = parts.add(async () => (await import('../swagger/pages.ts')).swaggerPages());
  // The same route with and without a slash at the end.
  route(router, '/swagger-ui', {
    get: async (request, response) => {
      const { page } = await pages();
      // Relative, so that it is found behind a proxy with a path prefix too.
      pageHeaders(response);
      send(response, 'text/html; charset=utf-8', page(request.path.endsWith('/') ? './' : './swagger-ui/'));
    },
  });
  route(router, '/swagger-ui/:name', {
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
