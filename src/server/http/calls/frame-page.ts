/** `GET /frame/{key}`: a page that fills the screen of a kiosk with the picture, and renews it when it is due. */
import { createHash } from 'node:crypto';
import { admitFrame } from '../../../fleet/calls/frame-access.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { pageHeaders } from '../page-headers.ts';
import { type Call, TEXT } from './call.ts';
import { FRAME_PARAMS, FRAME_SECURITY, readFrameToken, setFramePrivacy } from './frame-access.ts';

const STYLE =
  'html,body{margin:0;height:100%;overflow:hidden;background:#fff}img{display:block;width:100%;height:100%;object-fit:contain}';

/** Asks for the picture by its name, and keeps the last one while the server cannot be reached. */
const SCRIPT = `
const picture = document.querySelector('img');
const address = location.pathname.replace(/\\/+$/, '') + '.png' + location.search;
let name = '';
async function renew() {
  let seconds = 60;
  try {
    const headers = name === '' ? {} : { 'If-None-Match': name };
    const answer = await fetch(address, { headers, cache: 'no-store' });
    seconds = Number(answer.headers.get('Refresh')) || seconds;
    if (answer.ok) {
      const last = picture.src;
      picture.src = URL.createObjectURL(await answer.blob());
      name = answer.headers.get('ETag') ?? '';
      if (last !== '') URL.revokeObjectURL(last);
    }
  } catch {}
  setTimeout(renew, Math.min(Math.max(seconds, 5), 86400) * 1000);
}
renew();
`;

const PAGE = Buffer.from(
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stipple</title><style>${STYLE}</style><img alt="Picture of the frame"><script>${SCRIPT}</script></html>\n`,
);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  'img-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const framePageCall: Call = {
  id: 'framePage',
  method: 'GET',
  path: '/frame/{key}',
  tag: 'frame',
  summary: 'A page that shows a frame',
  description: 'Fills the screen of a browser with the picture, and renews it when it is due.',
  security: FRAME_SECURITY,
  params: FRAME_PARAMS,
  answers: { 200: { description: 'The page', content: { 'text/html; charset=utf-8': TEXT } } },
  errors: ['invalid_path', 'invalid_host', 'invalid_header', 'invalid_frame_token', 'too_many_attempts'],
  serve:
    ({ device: api, contexts }) =>
    (request, response) => {
      setFramePrivacy(response);
      const call = contexts.of(request, response, api.config());
      try {
        admitFrame(api, call, String(request.params['key']), readFrameToken(request));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'invalid_frame_token') throw error;
        // A browser asks for a password then: the token.
        throw new AppError('invalid_frame_token', { headers: { 'WWW-Authenticate': 'Basic realm="frame"' } });
      }
      pageHeaders(response, POLICY);
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Length', PAGE.length);
      response.setHeader('Cache-Control', 'no-store');
      response.end(request.method === 'HEAD' ? undefined : PAGE);
    },
};
