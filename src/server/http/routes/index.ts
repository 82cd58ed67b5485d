/** `GET /`: what this server is and where to go: browsers get to the console, or a page where there is none, all else JSON. */
import type { Response, Router } from 'express';
import type { Part, Parts } from '../../../platform/base/parts.ts';
import { baseUrl } from '../base-url.ts';
import { callerPrefix, forwardedPrefix } from '../forwarded-prefix.ts';
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
  /** The web console; null where the build has none. */
  readonly console: Part<unknown>;
}

export function startRoute(router: Router, parts: Parts, facts: StartFacts): void {
  const page = parts.add(async () => (await import('../start-page/page.ts')).startPage);
  route(router, '/', {
    get: async (request, response) => {
      const hasConsole = facts.isAdminOn() && (await facts.console()) !== null;
      const about = {
        device_url: baseUrl(request, facts.publicUrl),
        ready: facts.isReady(),
        admin_api: facts.isAdminOn(),
      };
      const answer = startAnswer(forwardedPrefix(request), about, hasConsole);
      response.setHeader('Vary', 'Accept');
      // Programs that take anything get JSON. Types in full, since the bundle has no table of their short names.
      if (request.accepts([JSON_TYPE, HTML_TYPE]) !== HTML_TYPE) {
        sendJson(response, 200, answer);
        return;
      }
      if (hasConsole) {
        redirect(response, `${callerPrefix(request, facts.publicUrl)}/console/`);
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

/** To another page, for this once: without a token there is a page here again. */
function redirect(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Location', location);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', 0);
  response.end();
}
