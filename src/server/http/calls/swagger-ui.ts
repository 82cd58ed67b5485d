/** `GET /swagger-ui`: a page that shows the OpenAPI document, and its files below it. */
import type { Response } from 'express';
import { AppError } from '../../../platform/base/errors.ts';
import { pageHeaders } from '../page-headers.ts';
import type { Route } from './call.ts';

/** The same with and without a slash at the end. */
export const swaggerUiRoute: Route = {
  method: 'GET',
  path: '/swagger-ui',
  serve:
    ({ swagger }) =>
    async (request, response) => {
      const { page } = await swagger();
      // Relative, so that it is found behind a proxy with a path prefix too.
      pageHeaders(response);
      send(response, 'text/html; charset=utf-8', page(request.path.endsWith('/') ? './' : './swagger-ui/'));
    },
};

export const swaggerFileRoute: Route = {
  method: 'GET',
  path: '/swagger-ui/{name}',
  serve:
    ({ swagger }) =>
    async (request, response) => {
      const file = (await swagger()).files.get(String(request.params['name']));
      if (file === undefined) throw new AppError('not_found');
      send(response, file.type, file.bytes);
    },
};

function send(response: Response, type: string, bytes: Buffer): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  // Another version of the server has other files under these names.
  response.setHeader('Cache-Control', 'no-cache');
  response.end(bytes);
}
