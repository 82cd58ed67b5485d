/** A server process that is told to read everything again, and devices that call it meanwhile. */

import { until } from '../waiting.ts';
import { deviceHeaders } from './server.ts';
import type { ServerProcess } from './server-process.ts';

/** What a server says of a reload. */
export interface Reloaded {
  readonly changed: readonly string[];
  readonly refused: readonly string[];
}

function reloadsOf(server: ServerProcess): Reloaded[] {
  return server
    .lines()
    .filter((line) => line.includes('"msg":"reloaded"'))
    .map((line) => JSON.parse(line))
    .map(({ changed, refused }) => ({ changed, refused }));
}

/** Send SIGHUP, and wait for what the server says of it. */
export async function hangUp(server: ServerProcess): Promise<Reloaded> {
  const before = reloadsOf(server).length;
  server.child.kill('SIGHUP');
  return until(() => reloadsOf(server)[before], 'the server has reloaded');
}

/** What the log says of parts that stayed as they were. */
export function refusalsOf(server: ServerProcess): string {
  return server
    .lines()
    .filter((line) => / not reloaded"/.test(line))
    .join('\n');
}

/** One wake of a device: what it was told, and the picture that it got. */
export interface Wake {
  readonly filename: string;
  readonly imageUrl: string;
  readonly png: Buffer;
}

/** Devices of a server process. */
export class Caller {
  readonly #server: ServerProcess;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Let a device ask what to show, and fetch it. */
  async wake(device: number): Promise<Wake> {
    const mac = `AA:BB:CC:DD:EE:0${device}`;
    const response = await fetch(`${this.#server.url}/api/display`, { headers: deviceHeaders(mac) });
    if (response.status !== 200) throw new Error(`display: ${response.status} ${await response.text()}`);
    const { filename, image_url: imageUrl } = (await response.json()) as {
      filename: string;
      image_url: string;
    };
    return { filename, imageUrl, png: await this.picture(imageUrl) };
  }

  async picture(url: string): Promise<Buffer> {
    const response = await fetch(url);
    if (response.status !== 200) throw new Error(`image: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Let devices wake again and again, each as fast as it is served. */
  callUntilTold(devices: readonly number[]): {
    stop(): Promise<{ calls: number; failed: readonly string[] }>;
  } {
    let isOver = false;
    let calls = 0;
    const failed: string[] = [];
    const call = async (device: number): Promise<void> => {
      while (!isOver) {
        await this.wake(device).catch((error: unknown) => failed.push(String(error)));
        calls += 1;
      }
    };
    const all = devices.map(call);
    return {
      stop: async () => {
        isOver = true;
        await Promise.all(all);
        return { calls, failed };
      },
    };
  }
}
