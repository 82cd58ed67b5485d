/** What is looked at when a connection to Redis is new: versions, rights, and settings that would lose state. */
import { STATE_VERSION } from '../limits.ts';
import { StateError } from '../state-error.ts';
import { type RedisAddress, stateLabel } from '../state-url.ts';
import type { RedisConnection } from './link.ts';

const OLDEST = [6, 2] as const;

/**
 * @returns what the operator should change
 * @throws {StateError} unusable: the server or its state is of the wrong version
 */
export async function greet(connection: RedisConnection, address: RedisAddress): Promise<readonly string[]> {
  const label = stateLabel(address);
  const info = await infoOf(connection);
  const version = info.get('redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (version !== '' && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))) {
    throw new StateError(
      'unusable',
      `The state store at ${label} is Redis ${version}; expected ${OLDEST.join('.')} or newer, or Valkey.`,
    );
  }
  const key = `${address.prefix}version`;
  // Also tells whether it takes writes.
  await connection.sendCommand(['SET', key, String(STATE_VERSION), 'NX']);
  const layout = Number(await connection.sendCommand(['GET', key]));
  if (layout > STATE_VERSION) {
    throw new StateError(
      'unusable',
      `The state at ${label} was written by a newer version of Stipple (layout ${layout}, this one reads ${STATE_VERSION}).`,
    );
  }
  const policy = info.get('maxmemory_policy') ?? '';
  if (!policy.startsWith('allkeys')) return [];
  return [
    `The state store at ${label} has maxmemory-policy ${policy}, with which it forgets devices when its memory is full; set noeviction or volatile-ttl.`,
  ];
}

/** Empty where the user may not ask. */
async function infoOf(connection: RedisConnection): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(
    ['server', 'memory'].map((section) =>
      connection.sendCommand(['INFO', section]).then(String, (error: unknown) => {
        if (error instanceof Error && error.message.startsWith('NOPERM')) return '';
        throw error;
      }),
    ),
  );
  const lines = texts.join('\r\n').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1)];
    }),
  );
}
