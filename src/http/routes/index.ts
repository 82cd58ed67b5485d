/** `GET /`: what this server is and where to go, as a page for browsers, else as JSON. */
import type { Router } from 'express';
import type { Parts } from '../../base/parts.ts';
import { baseUrl } from '../base-url.ts';
import { forwardedPrefix } from '../forwarded-prefix.ts';
import { sendJson } from '../json.ts';
import { pageHeaders } from '../page-headers.ts';
import { route } from '../route.ts';
import { startAnswer } from '../start-page/facts.ts';

const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html';

export interface StartFacts {
  readonly publicUrl: string | null;
  readonly isReady: () => boolean;
  readonly isAdminOn: () => boolean;
}

export function startRoute(router: Router, parts: Parts, facts: StartFacts): void {
  const page = parts.add(async () => (await import('../start-page/page.ts')).startPage);
  route(router, '/', {
    get: async (request, response) => {
      const answer = startAnswer(forwardedPrefix(request), {
        device_url: baseUrl(request, facts.publicUrl),
        ready: facts.isReady(),
        admin_api: facts.isAdminOn(),
      });
      response.setHeader('Vary', 'Accept');
      // Programs that take anything get JSON. Types in full, since the bundle has no table of their short names.
      if (request.accepts([JSON_TYPE, HTML_TYPE]) !== HTML_TYPE) {
        sendJson(response, 200, answer);
        return;
      }
      const bytes = Buffer.from((await page())(answer), 'utf8');
      pageHeaders(response);
      response.setHeader('Content-Type', `${HTML_TYPE}; charset=utf-8`);
      response.setHeader('Content-Length', bytes.length);
      response.setHeader('Cache-Control', 'no-store');
      response.end(bytes);
    },
  });
}
