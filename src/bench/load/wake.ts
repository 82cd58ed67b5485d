/** One wake of a device: setup where it has no key yet, display, the picture if it is a new one, now and then a log. */

import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { parseUrl } from '../../platform/base/url.ts';
import type { BenchRoute } from '../result.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import { CallError, type HttpAnswer, type LoadCall, type LoadClient } from './call.ts';
import {
  displayHeaders,
  imageHeaders,
  logBody,
  logHeaders,
  setupHeaders,
  type Telemetry,
} from './firmware.ts';
import type { BenchError, Recorder } from './recorder.ts';
import { readServerTiming } from './server-timing.ts';
import type { WakeEnd } from './window.ts';

/** What a device remembers from wake to wake. */
export interface WakingDevice {
  readonly device: VirtualDevice;
  /** Null before its setup. */
  token: string | null;
  /** Name of the picture that it shows. */
  shown: string | null;
  refreshSeconds: number;
  wakes: number;
}

/** What a wake does, and what with. */
export interface WakeTools {
  readonly caller: LoadClient;
  /** Address of the server, without a slash at its end. */
  readonly base: string;
  /** Origins from which pictures may be fetched: those that the operator has named. */
  readonly origins: ReadonlySet<string>;
  /** For the times of the stages; null where there is none. */
  readonly adminToken: string | null;
  /** Whether a picture is fetched that the device shows already. */
  readonly fetchesAlways: boolean;
  readonly recorder: Recorder;
  now(): number;
}

interface Wake {
  readonly dueMs: number;
  readonly serial: number;
  readonly telemetry: Telemetry;
  readonly sendsLog: boolean;
}

/** An answer that a device cannot use. */
class BadAnswer extends Error {}

/** The first call of a wake counts from when it was due, each further one from the answer before it. */
export async function runWake(tools: WakeTools, state: WakingDevice, wake: Wake): Promise<void> {
  const { recorder } = tools;
  const steps = new WakeSteps(tools, wake);
  let end: WakeEnd = 'failed';
  try {
    end = await cycle(tools, state, wake, steps);
  } catch (error) {
    recorder.error(wake.dueMs, errorOf(error, steps));
  }
  recorder.end(wake.dueMs, tools.now() - wake.dueMs, end);
}

async function cycle(tools: WakeTools, state: WakingDevice, wake: Wake, steps: WakeSteps): Promise<WakeEnd> {
  const { device } = state;
  if (state.token === null) {
    const { body } = await steps.call('setup', { path: '/api/setup', headers: setupHeaders(device) });
    const answer = jsonObjectOf(body);
    state.token = textField(answer, 'api_key');
    if (state.token === null)
      throw new BadAnswer(`no api_key: ${textField(answer, 'message') ?? 'no message'}`);
    const welcome = textField(answer, 'image_url');
    if (welcome !== null) await fetchPicture(tools, state, steps, welcome);
  }
  const display = await steps.call('display', {
    path: '/api/display',
    headers: displayHeaders(device, state.token, state.refreshSeconds, wake.telemetry),
  });
  const answer = jsonObjectOf(display.body);
  if (answer?.['status'] !== 0) throw new BadAnswer(`status is ${JSON.stringify(answer?.['status'])}, not 0`);
  await takePicture(tools, state, steps, answer);
  if (wake.sendsLog) {
    const body = logBody(wake.telemetry, wake.serial);
    await steps.call('log', { path: '/api/log', headers: logHeaders(device, state.token, body), body });
  }
  return display.status === TOO_BUSY ? 'held' : 'served';
}

async function takePicture(
  tools: WakeTools,
  state: WakingDevice,
  steps: WakeSteps,
  answer: Json,
): Promise<void> {
  const [url, name] = [textField(answer, 'image_url'), textField(answer, 'filename')];
  if (url === null || name === null) throw new BadAnswer('no image_url or filename');
  const refresh = Number(answer['refresh_rate']);
  if (Number.isFinite(refresh) && refresh > 0) state.refreshSeconds = refresh;
  if (name === state.shown) tools.recorder.unchanged += 1;
  if (name === state.shown && !tools.fetchesAlways) return;
  await fetchPicture(tools, state, steps, url);
  state.shown = name;
}

async function fetchPicture(
  tools: WakeTools,
  { device, token }: WakingDevice,
  steps: WakeSteps,
  address: string,
): Promise<void> {
  const url = parseUrl(address);
  if (url === null) throw new BadAnswer(`image_url is no address: ${address.slice(0, 80)}`);
  if (!tools.origins.has(url.origin))
    throw new BadAnswer(`image_url is on ${url.origin}, which was not named`);
  const { headers, body } = await steps.call('image', { url, headers: imageHeaders(device, token ?? '') });
  if (headers['content-type'] !== 'image/png' || !isPng(body)) throw new BadAnswer('no PNG');
  tools.recorder.pictures += 1;
  tools.recorder.pictureBytes += body.length;
}

/** Firmware reads the body of a 429 as that of a 200. */
const TOO_BUSY = 429;

type Step = Pick<LoadCall, 'headers' | 'body'> & ({ readonly path: string } | { readonly url: URL });

/** The calls of one wake, each timed from the end of the one before. */
class WakeSteps {
  route: BenchRoute = 'display';
  readonly #tools: WakeTools;
  readonly #dueMs: number;
  #fromMs: number;

  constructor(tools: WakeTools, { dueMs }: Wake) {
    this.#tools = tools;
    this.#dueMs = dueMs;
    this.#fromMs = dueMs;
  }

  /** @throws {CallError | BadAnswer} when there is no answer that a device could use */
  async call(route: BenchRoute, step: Step): Promise<HttpAnswer> {
    const { caller, base, adminToken, recorder, now } = this.#tools;
    this.route = route;
    const url = 'url' in step ? step.url : new URL(base + step.path);
    const asksForTimes = adminToken !== null && (route === 'display' || route === 'image');
    const headers = asksForTimes ? { ...step.headers, Authorization: `Bearer ${adminToken}` } : step.headers;
    const answer = await caller.call({
      method: step.body === undefined ? 'GET' : 'POST',
      url,
      headers,
      ...(step.body === undefined ? {} : { body: step.body }),
    });
    const endMs = now();
    const { status } = answer;
    if (status !== 200 && !(status === TOO_BUSY && route === 'display')) {
      throw new BadAnswer(`HTTP ${status}`, { cause: answer.body });
    }
    recorder.call(route, this.#dueMs, endMs - this.#fromMs);
    this.#fromMs = endMs;
    const timing = answer.headers['server-timing'];
    if (asksForTimes && typeof timing === 'string') recorder.stages(this.#dueMs, readServerTiming(timing));
    return answer;
  }
}

const EXAMPLE_CHARACTERS = 200;

function errorOf(error: unknown, { route }: WakeSteps): BenchError {
  if (error instanceof BadAnswer) {
    const body = Buffer.isBuffer(error.cause)
      ? error.cause.toString('utf8').slice(0, EXAMPLE_CHARACTERS)
      : '';
    // What follows a colon differs from call to call.
    const kind = error.message.split(':')[0] ?? error.message;
    return { route, kind, example: body === '' ? error.message : `${error.message}: ${body}` };
  }
  if (error instanceof CallError) {
    const cause = error.cause instanceof Error ? error.cause.message : '';
    return { route, kind: error.message, example: cause === '' ? error.message : cause };
  }
  throw error;
}

type Json = PlainObject;

/** The object in a body; null where there is none. */
function jsonObjectOf(body: Buffer): Json | null {
  try {
    const value: PlainValue = JSON.parse(body.toString('utf8'));
    return isPlainObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A text that is not empty. */
function textField(json: Json | null, name: string): string | null {
  const value = json?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** True for bytes that begin as a PNG does and end with its last chunk. */
function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE) && bytes.subarray(-8, -4).toString('latin1') === 'IEND';
}
