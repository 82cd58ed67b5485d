/** `GET /openapi.json` and `GET /swagger-ui`. */
import { type RequestHandler, Router } from 'express';
import { sendJson } from '../json.ts';
import { only } from '../methods.ts';

/**
 * The pages are made when somebody first asks: their packages take longer to load than all of the device API, and
 * devices never ask.
 */
export function docsRoutes(): Router {
  const router = Router();
  let document: Promise<object> | null = null;
  only(router, '/openapi.json', {
    get: async (_request, response) => {
      document ??= import('../openapi/document.ts').then(({ openApiDocument }) => openApiDocument());
      sendJson(response, 200, await document);
    },
  });
  let page: Promise<RequestHandler> | null = null;
  router.use('/swagger-ui', async (request, response, next) => {
    page ??= swaggerPage();
    (await page)(request, response, next);
  });
  return router;
}

async function swaggerPage(): Promise<RequestHandler> {
  const { default: swaggerUi } = await import('swagger-ui-express');
  const router = Router();
  router.use(
    swaggerUi.serve,
    swaggerUi.setup(undefined, {
      customSiteTitle: 'Stipple API',
      // Relative, so that it is found behind a proxy with a path prefix too.
      swaggerOptions: { url: '../openapi.json', validatorUrl: null, tryItOutEnabled: true },
    }),
  );
  return router;
}
