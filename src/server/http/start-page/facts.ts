/** What the start page says, to people as a page and to programs as JSON. */
import { VERSION } from '../../../platform/base/version.ts';

/** The answer in JSON. Nothing in it is a secret: all of it shows in other open answers of the server. */
export interface StartAnswer {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The address to enter in a device. */
  readonly device_url: string;
  /** Whether pictures can be drawn. */
  readonly ready: boolean;
  /** Whether there is an admin token. */
  readonly admin_api: boolean;
  /** Relative to the address of the answer, or absolute paths. */
  readonly links: Readonly<Record<'docs' | 'openapi' | 'health' | 'ready', string> & { console?: string }>;
}

/**
 * The facts of one call.
 * @param prefix      what a trusted proxy has taken off the path; empty without one
 * @param hasConsole  whether there is a web console
 */
export function startAnswer(
  prefix: string,
  facts: Pick<StartAnswer, 'device_url' | 'ready' | 'admin_api'>,
  hasConsole = false,
): StartAnswer {
  // Relative where no proxy tells its prefix, so that they also work behind one that does not. The others are absolute
  // paths: a proxy may serve this page at its prefix without a slash at the end, from where relative ones lead astray.
  const base = prefix === '' ? '' : `${prefix}/`;
  return {
    name: 'Stipple',
    description: 'A self-hosted render server for e-ink displays',
    version: VERSION,
    ...facts,
    links: {
      docs: `${base}swagger-ui`,
      openapi: `${base}openapi.json`,
      health: `${base}health`,
      ready: `${base}ready`,
      ...(hasConsole ? { console: `${base}console/` } : {}),
    },
  };
}
