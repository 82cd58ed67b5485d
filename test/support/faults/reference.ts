/** The pictures that every server has to give: those of one server without a state store. */
import { createHash } from 'node:crypto';
import { display, setup } from '../device/calls.ts';
import { macOf } from '../device/mac.ts';
import { getImage } from '../server/server.ts';
import { startServerProcess } from '../server/server-process.ts';

/** Its picture depends on what the device says, and on nothing else. */
export const BATTERY_SCREEN: Readonly<Record<string, string>> = {
  'plain.lua': 'return { data = { text = device.battery_voltage }, refresh_rate = 600 }',
  'plain.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="60">{{ data.text }}</text></svg>',
};

/** What devices say of their batteries. */
export const VOLTAGES: readonly string[] = ['3.5', '3.6', '3.7', '3.8', '3.9', '4.0', '4.1', '4.2'];

export interface Reference {
  /** By voltage: the name of the picture. */
  readonly names: ReadonlyMap<string, string>;
  /** By name: the SHA-256 of its bytes. */
  readonly digests: ReadonlyMap<string, string>;
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Ask a server of its own for all pictures. */
export async function drawReference(): Promise<Reference> {
  const server = await startServerProcess({ screens: BATTERY_SCREEN });
  try {
    const names = new Map<string, string>();
    const digests = new Map<string, string>();
    const mac = macOf('02', 1);
    const key = String((await setup(server, mac)).body.api_key);
    for (const voltage of VOLTAGES) {
      const { body } = await display(server, mac, key, { 'Battery-Voltage': voltage });
      names.set(voltage, body.filename);
      digests.set(body.filename, digestOf(await getImage(body.image_url)));
    }
    return { names, digests };
  } finally {
    await server.stop();
  }
}
