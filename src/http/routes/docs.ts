/** `GET /openapi.json` and `GET /swagger-ui`. */
import { Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { sendJson } from '../json.ts';
import { only } from '../methods.ts';
import { openApiDocument } from '../openapi.ts';

export function docsRoutes(): Router {
  const document = openApiDocument();
  const router = Router();
  only(router, '/openapi.json', { get: (_request, response) => sendJson(response, 200, document) });
  router.use(
    '/swagger-ui',
    swaggerUi.serve,
    swaggerUi.setup(undefined, {
      customSiteTitle: 'Stipple API',
      // Relative, so that it is found behind a proxy with a path prefix too.
      swaggerOptions: { url: '../openapi.json', validatorUrl: null },
    }),
  );
  return router;
}
