/** Shows the log and the requests of scripts as lines for their author. */
import { Writable } from 'node:stream';
import { createLogger, type Logger } from '../platform/base/logger.ts';
import { say } from './output.ts';

/** A log record of the compose pool. */
interface Said {
  readonly msg: string;
  readonly level: string;
  readonly screen?: string;
  readonly file?: string;
  readonly line?: number;
  readonly script?: string;
  readonly method?: string;
  readonly url?: string;
  readonly ms?: number;
  readonly status?: number;
  readonly bytes?: number;
  readonly fromCache?: boolean;
  readonly error?: string;
}

/**
 * A logger for commands: shows only the log and the requests of scripts, on standard error.
 * @param options.once  show what is said again only once, for a screen that is tried on several displays
 */
export function scriptLogger(options: { readonly once: boolean }): Logger {
  const shown = new Set<string>();
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const said = JSON.parse(chunk.toString('utf8')) as Said;
      const text = describe(said);
      const what = said.msg === 'script called' ? `${said.method} ${said.url}` : text;
      if (text !== null && what !== null && !shown.has(what)) say.error(text);
      if (what !== null && options.once) shown.add(what);
      done();
    },
  });
  return createLogger('debug', lines);
}

/** `clock.lua:3: info: hello`, `clock: GET https://example.com/ 200, 5120 bytes in 35 ms`. */
function describe(said: Said): string | null {
  if (said.msg === 'script says') {
    const place = said.file === undefined ? said.screen : `${said.file}:${said.line}`;
    return `${place}: ${said.level}: ${said.script}`;
  }
  if (said.msg !== 'script called') return null;
  const request = `${said.method} ${said.url}: `;
  const outcome =
    said.error?.replace(request, '') ??
    `${said.status}, ${said.bytes} bytes${said.fromCache ? ' from the cache' : ''}`;
  return `${said.screen}: ${request}${outcome} in ${said.ms} ms`;
}
