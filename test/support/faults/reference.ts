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

/** What devices say of their batteries: so many values that a picture is seldom there already. */
export function voltageOf(number: number): string {
  return (3 + (number % 1_200) / 1_000).toFixed(3);
}

export interface Expected {
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;
}

export interface Reference {
  /** The picture of a voltage. */
  expect(voltage: string): Promise<Expected>;
  /** Whether a picture is that of any voltage that was asked for. */
  isKnown(digest: string): boolean;
  stop(): Promise<void>;
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Start the server that is asked. */
export async function startReference(): Promise<Reference> {
  const server = await startServerProcess({ screens: BATTERY_SCREEN, env: { COMPOSE_THREADS: '1' } });
  const mac = macOf('02', 1);
  const key = String((await setup(server, mac)).body.api_key);
  const pictures = new Map<string, Promise<Expected>>();
  const digests = new Set<string>();
  const draw = async (voltage: string): Promise<Expected> => {
    const { body } = await display(server, mac, key, { 'Battery-Voltage': voltage });
    const digest = digestOf(await getImage(body.image_url));
    digests.add(digest);
    return { name: body.filename, digest };
  };
  return {
    expect: (voltage) => {
      const picture = pictures.get(voltage) ?? draw(voltage);
      pictures.set(voltage, picture);
      return picture;
    },
    isKnown: (digest) => digests.has(digest),
    stop: () => server.stop(),
  };
}
