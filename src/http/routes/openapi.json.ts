/** `GET /openapi.json`. */
import type { Router } from 'express';
import type { Parts } from '../../base/parts.ts';
import { sendJsonBytes } from '../json.ts';
import { route } from '../route.ts';

/** The document is made late: its packages take longer to load than the whole device API, which does not need them. */
export function openApiRoute(router: Router, parts: Parts): void {
  const document = parts.add(async () => {
    const { openApiDocument } = await import('../openapi/document.ts');
    return Buffer.from(JSON.stringify(openApiDocument()), 'utf8');
  });
  route(router, '/openapi.json', {
    get: async (_request, response) => sendJsonBytes(response, 200, await document()),
  });
}
