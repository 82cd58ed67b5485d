/** What the start page says, to people as a page and to programs as JSON. */
import { LateSchema, type SchemaValue } from '../../../platform/base/late-schema.ts';
import { VERSION } from '../../../platform/base/version.ts';

/** The answer in JSON. Nothing in it is a secret: all of it shows in other open answers of the server. */
export const startAnswerSchema = new LateSchema(
  'StartAnswer',
  (z) => {
    // An absolute path behind a proxy that tells its prefix.
    const link = z.string().describe('Relative to the address of this answer');
    return z.object({
      name: z.string(),
      description: z.string(),
      version: z.string().describe('Version of the server'),
      device_url: z.url().describe('The address to enter in a device'),
      ready: z.boolean().describe('Whether pictures can be drawn, as `/ready` tells it'),
      admin_api: z.boolean().describe('Whether there is an admin token; without one there is no admin API'),
      links: z.object({
        docs: link,
        openapi: link,
        health: link,
        ready: link,
        console: link.optional().describe('The web console, where there is one'),
      }),
    });
  },
  [
    {
      name: 'Stipple',
      description: 'A self-hosted render server for e-ink displays',
      version: '0.1.0',
      device_url: 'http://stipple.example:3000',
      ready: true,
      admin_api: false,
      links: { docs: 'swagger-ui', openapi: 'openapi.json', health: 'health', ready: 'ready' },
    },
  ],
);

export type StartAnswer = SchemaValue<typeof startAnswerSchema>;

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
