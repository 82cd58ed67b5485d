/** Devices that call servers which fail, and see whether anything happens to them that must never happen. */
import { macOf } from '../device/mac.ts';
import { randomNumbers } from '../random.ts';
import { digestOf, type Reference, voltageOf } from './reference.ts';
import type { CallKind, Tally } from './tally.ts';

export interface VirtualPanel {
  readonly mac: string;
  /** The key that setup has answered; null before. */
  key: string | null;
}

/** Longer than a device waits. */
const PATIENCE_MS = 20_000;

interface Told {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly ms: number;
}

export interface VirtualFleetOptions {
  readonly reference: Reference;
  readonly tally: Tally;
  readonly seed: number;
}

export class VirtualFleet {
  readonly #options: VirtualFleetOptions;
  readonly #panels: VirtualPanel[] = [];
  readonly #random: (below: number) => number;
  #isRunning = false;
  #lanes: readonly Promise<void>[] = [];
  /** Addresses of the servers that take calls now. */
  urls: readonly string[] = [];

  constructor(options: VirtualFleetOptions) {
    this.#options = options;
    this.#random = randomNumbers(options.seed);
  }

  get panels(): readonly VirtualPanel[] {
    return this.#panels;
  }

  /** A device that has not called yet. */
  add(): VirtualPanel {
    const panel: VirtualPanel = { mac: macOf('02', this.#panels.length + 16), key: null };
    this.#panels.push(panel);
    return panel;
  }

  /** Let devices call until `rest`: known ones, and now and then a new one. Each device makes one call at a time. */
  start(lanes: number): void {
    this.#isRunning = true;
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#run(lane, lanes));
  }

  async rest(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#lanes);
  }

  async #run(lane: number, lanes: number): Promise<void> {
    const own: VirtualPanel[] = this.#panels.filter((_, number) => number % lanes === lane);
    while (this.#isRunning) {
      const isNew = own.length === 0 || this.#random(4) === 0;
      const panel = isNew ? this.add() : (own[this.#random(own.length)] as VirtualPanel);
      if (isNew) own.push(panel);
      await this.wake(panel);
    }
  }

  /** One wake-up of a device: setup without a key, else content and picture. @returns whether it has its picture */
  async wake(panel: VirtualPanel): Promise<boolean> {
    if (panel.key === null || this.#random(10) === 0) await this.setup(panel);
    if (panel.key === null) return false;
    const voltage = voltageOf(this.#random(1_200));
    const url = await this.display(panel, voltage);
    return url !== null && this.image(url, voltage);
  }

  /** Whatever server answers, a device has one key. */
  async setup(panel: VirtualPanel, url: string = this.#anyServer()): Promise<boolean> {
    const headers = { ID: panel.mac, 'FW-Version': '1.8.15', Model: 'og' };
    const answer = await this.#call('setup', `${url}/api/setup`, headers);
    if (answer === null) return false;
    const { api_key: key } = JSON.parse(Buffer.from(answer.bytes).toString()) as { api_key?: string | null };
    if (answer.status !== 200) this.#violate(panel, `setup answered ${answer.status}`);
    if (typeof key !== 'string') return false;
    if (panel.key !== null && panel.key !== key) this.#violate(panel, 'setup gave a second key');
    panel.key = key;
    return true;
  }

  /** @returns where the picture is; null where the device has to come back later */
  async display(panel: VirtualPanel, voltage: string, url = this.#anyServer()): Promise<string | null> {
    const answer = await this.#call('display', `${url}/api/display`, {
      ...{ ID: panel.mac, 'Access-Token': panel.key ?? '', 'FW-Version': '1.8.15', Model: 'og' },
      'Battery-Voltage': voltage,
    });
    if (answer === null) return null;
    const { status } = answer;
    if (status === 429) this.#options.tally.busy++;
    else if (status !== 200) this.#violate(panel, `display answered ${status} to its own key`);
    if (status !== 200) return null;
    const told = JSON.parse(Buffer.from(answer.bytes).toString()) as { filename: string; image_url: string };
    if (told.filename !== (await this.#options.reference.expect(voltage)).name) {
      this.#violate(panel, `was told of ${told.filename}, which a single server does not tell`);
    }
    const { pathname, search } = new URL(told.image_url);
    return pathname + search;
  }

  /** @param target  path and query, for whatever server */
  async image(target: string, voltage: string, url = this.#anyServer()): Promise<boolean> {
    const { reference, tally } = this.#options;
    const answer = await this.#call('image', url + target, {});
    if (answer === null) return false;
    if (answer.status === 429) tally.busy++;
    else if (answer.status !== 200) tally.violate(`image answered ${answer.status}: ${target}`);
    if (answer.status !== 200) return false;
    const digest = digestOf(answer.bytes);
    if (digest === (await reference.expect(voltage)).digest) return true;
    if (reference.isKnown(digest)) tally.newer++;
    else tally.violate(`image ${target} has other bytes than that of a single server`);
    return true;
  }

  /** Each key that was ever answered has to work. */
  async checkKeys(url: string = this.#anyServer()): Promise<number> {
    const known = this.#panels.filter(({ key }) => key !== null);
    for (const panel of known) await this.display(panel, '4.000', url);
    return known.length;
  }

  #anyServer(): string {
    return this.urls[this.#random(this.urls.length)] ?? 'http://127.0.0.1:9';
  }

  #violate({ mac }: VirtualPanel, text: string): void {
    this.#options.tally.violate(`${mac}: ${text}`);
  }

  /** Null where no answer came, as of a server that was killed. */
  async #call(kind: CallKind, url: string, headers: Readonly<Record<string, string>>): Promise<Told | null> {
    const { tally } = this.#options;
    const begin = performance.now();
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const ms = performance.now() - begin;
      tally.noteCall(kind, ms);
      if (response.status >= 500) tally.violate(`${kind} answered ${response.status}`);
      return { status: response.status, bytes, ms };
    } catch (error) {
      tally.lost++;
      if (error instanceof Error && error.name === 'TimeoutError') tally.violate(`${kind} was not answered`);
      return null;
    }
  }
}
