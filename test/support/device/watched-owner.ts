/** A device that calls two servers alike, so that what they say of it can be compared. */
import assert from 'node:assert/strict';
import type { Admin } from '../server/admin.ts';
import type { HeldClock } from './moved-clock.ts';
import { type DeviceKey, signTime } from './signed-calls.ts';
import type { Victim } from './stranger-calls.ts';

/** Its network address. */
const HOME = '192.0.2.7';

/** Two servers with the same devices, of which one is attacked. */
export interface Calling {
  readonly attacked: Admin;
  readonly quiet: Admin;
  readonly random: (below: number) => number;
  readonly clock: HeldClock;
}

/** A device that calls both servers, each with the credential that it has there. */
export class Owner implements Victim {
  readonly mac: string;
  readonly publicKey: string | null;
  readonly recorded: Record<string, string>[] = [];
  readonly #key: DeviceKey | null;
  readonly #tokens = new Map<Admin, string>();
  /** Of the first server, whose strangers they are. */
  readonly #told: string[] = [];
  #calls = 0;

  constructor(mac: string, key: DeviceKey | null) {
    this.mac = mac;
    this.#key = key;
    this.publicKey = key?.hex ?? null;
  }

  get urls(): readonly string[] {
    return this.#told;
  }

  async register(servers: readonly Admin[]): Promise<void> {
    for (const admin of servers) {
      const headers = this.#headers({ 'X-Request-Id': 'setup' });
      const answer = await fetch(`${admin.server.url}/api/setup`, { headers });
      this.#tokens.set(admin, ((await answer.json()) as { api_key: string }).api_key);
    }
  }

  /** Poll, and perhaps fetch the picture and send a log, at both servers alike. */
  async wake({ attacked, quiet, random, clock }: Calling, more = {}): Promise<void> {
    const servers = [attacked, quiet];
    const isFetched = random(5) > 0;
    const isLogged = random(3) === 0;
    const said = { 'Battery-Voltage': String(3.8 + random(4) / 10), RSSI: String(-50 - random(9)), ...more };
    this.#calls += 1;
    const signed = this.#sign();
    for (const admin of servers) {
      const answer = await fetch(`${admin.server.url}/api/display`, {
        headers: { ...this.#proof(admin, signed), ...said },
      });
      assert.equal(answer.status, 200, await answer.clone().text());
      const { image_url: image } = (await answer.json()) as { image_url: string };
      if (admin === attacked) this.#told.push(image);
      if (isFetched) assert.equal((await fetch(image, { headers: this.#headers({}) })).status, 200);
    }
    // Else it would be left to chance which step of the same moment comes first.
    clock.pass(1);
    if (isLogged) await this.#log(servers);
    if (this.#key !== null) this.recorded.push(signed);
  }

  async #log(servers: readonly Admin[]): Promise<void> {
    const signed = this.#sign();
    for (const admin of servers) {
      const init = {
        method: 'POST',
        headers: this.#proof(admin, signed),
        body: '{"logs":[{"message":"woke up"}]}',
      };
      assert.equal((await fetch(`${admin.server.url}/api/log`, init)).status, 200);
    }
  }

  #sign(): Record<string, string> {
    return this.#key === null ? {} : signTime(this.#key, Date.now());
  }

  #proof(admin: Admin, signed: Record<string, string>): Record<string, string> {
    const id = { 'X-Request-Id': `${this.mac.slice(-2)}-${this.#calls}` };
    return this.#headers({ ...(this.#key === null ? this.#token(admin) : signed), ...id });
  }

  #token(admin: Admin): Record<string, string> {
    return { 'Access-Token': this.#tokens.get(admin) ?? `token of ${this.mac}` };
  }

  #headers(more: Record<string, string>): Record<string, string> {
    return { ID: this.mac, 'FW-Version': '1.8.15', Model: 'og', 'X-Forwarded-For': HOME, ...more };
  }
}
