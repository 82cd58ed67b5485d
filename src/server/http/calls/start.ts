/** `GET /`: what this server is and where to go: browsers get to the console, or a page where there is none, all else JSON. */
import type { Response } from 'express';
import { baseUrl } from '../base-url.ts';
import { callerPrefix, forwardedPrefix } from '../forwarded-prefix.ts';
import { JSON_TYPE, sendJson } from '../json.ts';
import { pageHeaders } from '../page-headers.ts';
import { startAnswer, startAnswerSchema } from '../start-page/facts.ts';
import { type Call, TEXT } from './call.ts';

const HTML_TYPE = 'text/html';

export const startCall: Call = {
  id: 'start',
  method: 'GET',
  path: '/',
  tag: 'operation',
  summary: 'What this server is, and where to go',
  description: 'A page for browsers, which ask for `text/html`; else JSON.',
  answers: {
    200: {
      description: 'Name, version, and links',
      schema: startAnswerSchema,
      content: { 'text/html; charset=utf-8': TEXT },
    },
    303: {
      description: 'To the console, for browsers, where there is one',
      headers: {
        Location: {
          required: true,
          description: 'Its path',
          schema: { type: 'string', examples: ['/console/'] },
        },
      },
    },
  },
  errors: ['invalid_host', 'invalid_header'],
  serve: ({ admin, isReady, publicUrl, consoleFiles, parts }) => {
    const page = parts.add(async () => (await import('../start-page/page.ts')).startPage);
    return async (request, response) => {
      const isAdminOn = admin.gate.isThere();
      const hasConsole = isAdminOn && (await consoleFiles()) !== null;
      const about = {
        device_url: baseUrl(request, publicUrl),
        ready: isReady(),
        admin_api: isAdminOn,
      };
      const answer = startAnswer(forwardedPrefix(request), about, hasConsole);
      response.setHeader('Vary', 'Accept');
      // Programs that take anything get JSON. Types in full, since the bundle has no table of their short names.
      if (request.accepts([JSON_TYPE, HTML_TYPE]) !== HTML_TYPE) {
        sendJson(response, 200, answer);
        return;
      }
      if (hasConsole) {
        redirect(response, `${callerPrefix(request, publicUrl)}/console/`);
        return;
      }
      const bytes = Buffer.from((await page())(answer), 'utf8');
      pageHeaders(response);
      response.setHeader('Content-Type', `${HTML_TYPE}; charset=utf-8`);
      response.setHeader('Content-Length', bytes.length);
      response.setHeader('Cache-Control', 'no-store');
      response.end(bytes);
    };
  },
};

/** To another page, for this once: without a token there is a page here again. */
function redirect(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Location', location);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', 0);
  response.end();
}
