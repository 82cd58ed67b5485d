/** `POST /api/admin/preview`: any screen on any panels, before it is assigned or even saved. */

import type { z } from 'zod';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { DeviceFacts } from '../../domain/device-facts.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import type { Mapping, MappingSettings } from '../../domain/mapping.ts';
import { parsePalette } from '../../domain/palette.ts';
import { checkParams, type ParamSchema, unknownParams } from '../../domain/params.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { SETTINGS } from '../../domain/settings.ts';
import { parseTuning } from '../../domain/tuning.ts';
import { SAMPLE_FACTS } from '../../engine/check/displays.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { ok } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { readNested } from '../drafts/draft-bodies.ts';
import { readScreenRequest, type StagedScreen, stageScreen } from '../drafts/stage-screen.ts';
import { checkPlain } from '../plain-body.ts';
import { describeValue, readBodyFields } from '../read-fields.ts';
import { DRAWN_NAMES, factsBody, parseSize, previewBody } from './preview-bodies.ts';
import type { Sheet, SheetPlace } from './sheet.ts';

/** The pictures of a call, and what they are of. */
export interface ScreenPreview {
  readonly screen: string;
  readonly nowMs: number;
  /** What the screen takes; null where its metadata cannot be read. */
  readonly schema: ParamSchema | null;
  readonly paramProblems: readonly FieldProblem[];
  readonly sheet: Sheet;
}

type Fields = Partial<z.infer<typeof previewBody>>;
type Facts = Partial<z.infer<typeof factsBody>>;

/** The key of an entry that no config has. */
const KEY = 'preview';

/** Problems of panels that one answer names at the most. */
const MAX_PROBLEMS = 5;

/**
 * Draw a screen on each panel that a body names.
 * @param onlyOne  true for a caller that takes one picture
 * @param signal   fires when nobody waits for the answer any more
 * @throws {AppError} invalid_body
 */
export async function previewScreen(
  api: AdminApi,
  call: AdminCall,
  body: PlainValue,
  { onlyOne, signal }: { readonly onlyOne: boolean; readonly signal: AbortSignal },
): Promise<ScreenPreview> {
  const deadline = deadlineIn(LIMITS.previewMs);
  const config = api.config();
  const read = readBody(body, config, onlyOne);
  const staged = await stageScreen(api, read.request);
  try {
    const nowMs = read.fields.at === undefined ? Date.now() : Date.parse(read.fields.at);
    const sheet = await api.sheets.make({
      staged: within(staged, call, read, config),
      config,
      nowMs,
      deadline,
      signal,
      places: read.panels.map((panel) => placeOf(panel, staged.name, read.fields, read.facts)),
      look: read.fields.look ?? 'measured',
      // The answer has what the server's log would get.
      log: call.log.child({}, { level: 'silent' }),
    });
    const params = (read.fields.params ?? {}) as PlainObject;
    const schema = staged.located.ok ? staged.located.value.params : null;
    return { screen: staged.name, nowMs, schema, paramProblems: problemsOf(schema, params), sheet };
  } finally {
    staged.remove();
  }
}

/** What an author sends with the call must not lead a program into networks that the author cannot reach. */
function within(
  staged: StagedScreen,
  { caller }: AdminCall,
  { request, fields }: ReadPreview,
  { authorsAllowPrivateNetwork }: ConfigSnapshot,
): StagedScreen {
  const { located } = staged;
  const isTheirs = request.kind === 'draft' || fields.params !== undefined || fields.facts !== undefined;
  const isTrusted = caller.role === 'admin' || (authorsAllowPrivateNetwork && request.kind !== 'draft');
  if (isTrusted || !isTheirs || !located.ok) return staged;
  return { ...staged, located: ok({ ...located.value, allowPrivateNetwork: false }) };
}

interface ReadPreview {
  readonly request: NonNullable<ReturnType<typeof readScreenRequest>['request']>;
  readonly fields: Fields;
  readonly facts: Facts;
  /** Null for the display that the device has by itself. */
  readonly panels: readonly (string | null)[];
}

/** @throws {AppError} invalid_body with everything that is wrong */
function readBody(body: PlainValue, config: ConfigSnapshot, onlyOne: boolean): ReadPreview {
  const { fields, problems: found } = readBodyFields(previewBody, body);
  const facts = readNested('facts', factsBody, (fields.facts ?? {}) as PlainValue);
  const panels = readPanels(fields, config, onlyOne);
  const screen = found.length > 0 ? { request: null, problems: [] } : readScreenRequest(fields);
  const ofParams = checkPlain((fields.params ?? {}) as PlainObject, 'params');
  const problems = [...found, ...facts.problems, ...ofParams, ...panels.problems, ...screen.problems];
  if (screen.request === null || problems.length > 0) throw new AppError('invalid_body', { problems });
  return { request: screen.request, fields, facts: facts.fields, panels: panels.names };
}

/** The panels of a body, each once; null for the display that the device has by itself. */
function readPanels({ panel, panels }: Fields, config: ConfigSnapshot, onlyOne: boolean) {
  const field = panels === undefined ? 'panel' : 'panels';
  const wrong = (message: string): FieldProblem => ({ field, message: `${field}: ${message}` });
  const names = [...new Set(panels ?? (panel === undefined ? [] : [panel]))];
  const problems = names
    .filter((name) => !config.panels.has(name))
    .slice(0, MAX_PROBLEMS)
    .map((name) =>
      wrong(
        `expected the name of a panel, got ${describeValue(name)}${didYouMean(name, config.panels.keys())}`,
      ),
    );
  if (panel !== undefined && panels !== undefined) problems.push(wrong('expected panel or panels, got both'));
  if (onlyOne && names.length > 1) {
    problems.push(
      wrong(`expected one panel for an answer as image/png, got ${names.length}; accept application/json`),
    );
  }
  return { names: names.length === 0 ? [null] : names, problems };
}

/** A device with a panel, and an entry of its own. */
function placeOf(panel: string | null, screen: string, fields: Fields, facts: Facts): SheetPlace {
  const mapping: Mapping = {
    key: KEY,
    screen,
    params: (fields.params ?? {}) as PlainObject,
    tuning: parseTuning(fields),
    ...drawnSettings(fields),
    ...(panel === null ? {} : { panel }),
    ...(facts.name === undefined ? {} : { name: facts.name }),
  };
  return { panel, mapping, device: factsOf(facts, fields.size) };
}

function drawnSettings(fields: Fields): Partial<MappingSettings> {
  const settings: Record<string, unknown> = {};
  for (const name of DRAWN_NAMES) {
    const value = fields[name];
    const { kind, field } = SETTINGS[name];
    if (value === undefined || kind === 'tuning') continue;
    settings[field] = kind === 'colours' ? parsePalette(String(value)) : value;
  }
  return settings;
}

/** What is not said is that of a device in good health. */
function factsOf(facts: Facts, size: string | undefined): DeviceFacts {
  const { mac, name, battery_voltage: volts, percent_charged: percent, rssi } = facts;
  return {
    ...NO_REPORT,
    ...SAMPLE_FACTS,
    id: mac === undefined ? SAMPLE_FACTS.id : parseDeviceId(mac),
    name: name ?? SAMPLE_FACTS.name,
    registered: true,
    model: facts.model ?? null,
    board: facts.board ?? null,
    firmwareVersion: facts.firmware_version ?? SAMPLE_FACTS.firmwareVersion,
    batteryVoltage: volts ?? SAMPLE_FACTS.batteryVoltage,
    // It matches the voltage of the sample.
    percentCharged: percent ?? (volts === undefined ? SAMPLE_FACTS.percentCharged : null),
    rssi: rssi ?? SAMPLE_FACTS.rssi,
    size: size === undefined ? null : parseSize(size),
  };
}

function problemsOf(schema: ParamSchema | null, params: PlainObject): readonly FieldProblem[] {
  if (schema === null) return [];
  return [...unknownParams(schema, params), ...checkParams(schema, params)].map(({ param, message }) => ({
    field: `params.${param}`,
    message,
  }));
}
