/** A device in the browser: it makes the calls of a firmware, and takes the answers as that would. */
import { batch, type Signal, signal } from '@preact/signals';
import { SERVER_PATH } from '../../api/place.ts';
import { session } from '../../api/session.ts';
import { type Exchange, exchange, type Received } from './exchange.ts';
import { formText, type PngForm, pngForm, receive } from './png-form.ts';
import { type Header, LOG_SHAPES, type Profile } from './profile.ts';
import { findProfile } from './profiles.ts';
import { type DisplayReading, ladder, readDisplay, readLog, readSetup } from './readings.ts';
import {
  FIRST_REFRESH,
  filled,
  keepSettings,
  logText,
  readSettings,
  type SimulatorSettings,
  saidBy,
} from './settings.ts';

/** What the panel shows. */
export interface Shown {
  readonly src: string;
  readonly bytes: number;
  readonly form: PngForm | null;
  readonly filename: string;
  readonly complaint: string | null;
}

const MOST_EXCHANGES = 60;

export class VirtualDevice {
  readonly settings: Signal<SimulatorSettings> = signal(readSettings());
  /** The last one first. */
  readonly exchanges: Signal<readonly Exchange[]> = signal([]);
  readonly shown: Signal<Shown | null> = signal(null);
  /** When a run wakes next; null while there is none. */
  readonly nextWakeMs: Signal<number | null> = signal(null);
  readonly isRunning = signal(false);
  /** What display said last of a picture, and where it is. */
  #announced: DisplayReading | null = null;
  #failures = 0;
  #serial = 0;
  #wakeMs = 0;
  #isCached = false;
  #timer: number | null = null;

  get profile(): Profile {
    return findProfile(this.settings.value.profile);
  }

  change(changed: Partial<SimulatorSettings>): void {
    this.settings.value = { ...this.settings.value, ...changed };
    keepSettings(this.settings.value);
  }

  /** Become a device after its first start, which keeps nothing but its address. */
  forget(): void {
    this.#announced = null;
    this.#failures = 0;
    this.#show(null);
    batch(() => {
      this.exchanges.value = [];
      this.change({ token: '', friendlyId: '', refresh: FIRST_REFRESH });
    });
  }

  /** A whole wake: setup if there is no token, display, image, log. */
  async wake(): Promise<void> {
    const begunMs = performance.now();
    this.#serial += 1;
    if (this.settings.value.token === '' && !(await this.setup())) return;
    await this.display();
    if (this.#announced?.imageUrl !== null) await this.image();
    if (this.profile.log !== null) await this.log();
    this.#wakeMs = Math.round(performance.now() - begunMs);
  }

  /** Register. False where the wake ends with it. */
  async setup(): Promise<boolean> {
    const { setup } = this.profile;
    const received = await this.#call('setup', setup.path, setup.headers);
    const reading = readSetup(answerOf(received), setup.byHand);
    const byHand = setup.byHand
      ? [
          'This client has no setup: the call is the one that a person makes with curl, to type the key into it.',
        ]
      : [];
    this.#note(received, [...byHand, ...reading.says]);
    if (reading.token !== null) this.change({ token: reading.token, friendlyId: reading.friendlyId ?? '' });
    if (reading.imageUrl !== null && !setup.byHand) await this.#fetchPicture(reading.imageUrl, 'setup', []);
    return reading.goesOn;
  }

  /** Ask what to show. */
  async display(): Promise<void> {
    const { display, manners } = this.profile;
    const received = await this.#call('display', display.path, display.headers);
    const { refresh } = this.settings.value;
    const reading = readDisplay(answerOf(received), manners, { refresh, failures: this.#failures });
    this.#announced = reading;
    this.#failures = reading.failures;
    this.#note(received, reading.says);
    if (reading.isReset) this.change({ token: '', friendlyId: '', refresh: FIRST_REFRESH });
    else if (reading.refresh !== null) this.change({ refresh: reading.refresh });
  }

  /** Fetch the picture that display has told of. */
  async image(): Promise<void> {
    const announced = this.#announced;
    if (announced?.imageUrl == null) return;
    const { image, manners } = this.profile;
    this.#isCached = manners.kind === 'firmware' && this.shown.value?.filename === announced.filename;
    if (this.#isCached) {
      this.#addToLast(['The panel shows a picture of this name already: nothing is fetched or drawn.']);
      return;
    }
    const isOwn = announced.imageUrl.startsWith(deviceUrl());
    await this.#fetchPicture(
      announced.imageUrl,
      announced.filename,
      image.toServerOnly && !isOwn ? [] : image.headers,
    );
  }

  async log(): Promise<void> {
    const { log } = this.profile;
    if (log === null) return;
    const body = logText(LOG_SHAPES[log.shape], this.#said());
    const received = await this.#call('log', log.path, log.headers, body);
    this.#note(received, readLog(received.exchange.status));
  }

  get canFetch(): boolean {
    return this.#announced?.imageUrl != null;
  }

  /** Wake again and again, until it is stopped. */
  async run(): Promise<void> {
    if (this.isRunning.value) return;
    this.isRunning.value = true;
    await this.#runOn();
  }

  stop(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    this.#timer = null;
    this.isRunning.value = false;
    this.nextWakeMs.value = null;
  }

  async #runOn(): Promise<void> {
    await this.wake();
    if (!this.isRunning.value) return;
    const { refresh, everySeconds } = this.settings.value;
    const sleep = Math.max(Math.min(this.#announced?.sleepSeconds ?? refresh, everySeconds), 1);
    this.nextWakeMs.value = Date.now() + sleep * 1000;
    this.#timer = window.setTimeout(() => void this.#runOn(), sleep * 1000);
  }

  async #fetchPicture(address: string, filename: string, headers: readonly Header[]): Promise<void> {
    const place = placeHere(address);
    if (place === null) {
      this.#addToLast([`The picture is at an address that this page cannot ask: ${address}`]);
      return;
    }
    const received = await this.#call('image', place.path, headers);
    const { status } = received.exchange;
    const elsewhere = place.isElsewhere
      ? [
          `A device would go to ${place.origin}. This page may ask its own server only, and asks that for the same path.`,
        ]
      : [];
    if (status !== 200) {
      this.#note(received, [...elsewhere, ...this.#failedPicture(status)]);
      return;
    }
    this.#note(received, [...elsewhere, ...this.#takePicture(received, filename)]);
  }

  #failedPicture(status: number): readonly string[] {
    const { manners } = this.profile;
    if (manners.kind === 'client') return [`No picture: it asks again in ${manners.retrySeconds} s.`];
    const reading = ladder(this.#failures, `A ${status} is no picture.`);
    this.#failures = reading.failures;
    this.#announced = reading;
    return reading.says;
  }

  #takePicture({ bytes, type }: Received, filename: string): readonly string[] {
    const { profile } = this;
    if (profile.manners.kind === 'firmware' && type !== 'image/png' && type !== 'image/jpeg') {
      return [`Content-Type has to be exactly image/png, and is ${type}: nothing is shown.`];
    }
    const form = pngForm(bytes);
    const { isShown, complaint } = receive(profile, form, bytes.length);
    const says = [form === null ? '' : formText(form), complaint ?? ''].filter((one) => one !== '');
    if (!isShown) return says;
    const src = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
    this.#show({ src, bytes: bytes.length, form, filename, complaint });
    return says;
  }

  #show(shown: Shown | null): void {
    const before = this.shown.value;
    this.shown.value = shown;
    if (before !== null) URL.revokeObjectURL(before.src);
  }

  #said() {
    return saidBy(this.settings.value, {
      serial: this.#serial,
      isCached: this.#isCached,
      wakeMs: this.#wakeMs,
    });
  }

  async #call(
    kind: Exchange['kind'],
    path: string,
    headers: readonly Header[],
    body?: string,
  ): Promise<Received> {
    const received = await exchange({
      kind,
      url: `${SERVER_PATH}${path}`,
      headers: filled(headers, this.#said()),
      method: body === undefined ? 'GET' : 'POST',
      unsent: this.profile.unsent,
      ...(body === undefined ? {} : { body }),
    });
    return received;
  }

  #note({ exchange: one }: Received, says: readonly string[]): void {
    const noted = { ...one, says: [...one.says, ...says] };
    this.exchanges.value = [noted, ...this.exchanges.value].slice(0, MOST_EXCHANGES);
  }

  #addToLast(says: readonly string[]): void {
    const [first, ...others] = this.exchanges.value;
    if (first !== undefined) this.exchanges.value = [{ ...first, says: [...first.says, ...says] }, ...others];
  }
}

function answerOf({ exchange: { status, body } }: Received) {
  return { status, text: body ?? '' };
}

/** The address that a device has in its settings. */
function deviceUrl(): string {
  const { value } = session;
  return value?.signed_in === true ? value.device_url : globalThis.location.origin;
}

/** The same path on the server of this page; null for what is no picture of a server like this. */
function placeHere(
  address: string,
): { readonly path: string; readonly origin: string; readonly isElsewhere: boolean } | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, search } = new URL(address);
  const start = pathname.indexOf('/api/image/');
  if (start < 0) return null;
  const isElsewhere = origin !== globalThis.location.origin;
  return { path: pathname.slice(start) + search, origin, isElsewhere };
}
