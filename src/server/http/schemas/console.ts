/** Schemas of the calls about sessions of the console. */
import { z } from 'zod';
import { ROLES, type Role } from '../../../domain/admin-token.ts';
import { VERSION } from '../../../platform/base/version.ts';

/** What a browser is told of its session. */
export type ConsoleSession = SignedOut | SignedIn;

interface SignedOut {
  readonly signed_in: boolean;
  /** `local` where calls from the machine itself need no token. */
  readonly mode: 'server' | 'local';
}

interface SignedIn extends SignedOut {
  readonly name: string;
  readonly role: Role;
  /** Null for a caller who needs no session. */
  readonly expires: string | null;
  readonly version: string;
  /** The path below which browsers reach the server; empty for none. */
  readonly base: string;
  readonly device_url: string;
}

const EXAMPLE: SignedIn = {
  ...{ signed_in: true, name: 'anna', role: 'author', expires: '2026-02-21T21:30:00.000Z', mode: 'server' },
  ...{ version: VERSION, base: '/stipple', device_url: 'https://display.example/stipple' },
};

const STRANGER: SignedOut = { signed_in: false, mode: 'server' };

export const sessionSchema = z
  .object({
    signed_in: z.boolean(),
    mode: z
      .enum(['server', 'local'])
      .describe('`local` where calls from the machine of the server need no token'),
    name: z.string().describe('Name of the token; absent, as all that follows, for a stranger').optional(),
    role: z.enum(ROLES).optional(),
    expires: z
      .string()
      .nullable()
      .describe('RFC 3339: when the session ends, unless a call renews it; null where none is needed')
      .meta({ format: 'date-time' })
      .optional(),
    version: z.string().optional(),
    base: z.string().describe('The path below which browsers reach the server; empty for none').optional(),
    device_url: z.string().describe('The address to enter in a device').optional(),
  })
  .meta({ id: 'ConsoleSession', examples: [EXAMPLE, STRANGER] });

export const loginSchema = z
  .strictObject({ token: z.string().describe('A token of the admin API') })
  .meta({ id: 'ConsoleLogin', examples: [{ token: 'the admin token' }] });
