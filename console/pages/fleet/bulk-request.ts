/** What of many devices is to be changed, and the body of the call that does it. */
import type { FieldProblem } from '../../api/call.ts';
import type { BulkAnswer } from '../../api/types.ts';
import type { ParamValues } from '../../parts/params-form.tsx';
import { countText } from '../../parts/time-text.ts';
import type { Picked } from './selection.ts';

/** What the form holds: empty for what stays as it is. */
export interface BulkRequest {
  readonly screen: string;
  readonly panel: string;
  readonly refresh: string;
  readonly addTags: string;
  readonly removeTags: string;
  /** In place of those that a device has. */
  readonly tags: string;
  readonly params: ParamValues;
}

export const NOTHING: BulkRequest = {
  screen: '',
  panel: '',
  refresh: '',
  params: {},
  addTags: '',
  removeTags: '',
  tags: '',
};

/** What the call changes; null for nothing. */
export function changeOfRequest(request: BulkRequest): Readonly<Record<string, unknown>> | null {
  const { screen, panel, refresh, tags, params } = request;
  const set = {
    ...(screen === '' ? {} : { screen, params }),
    ...(panel === '' ? {} : { panel }),
    ...(refresh === '' ? {} : { refresh: Number(refresh) }),
    ...(tags.trim() === '' ? {} : { tags: wordsOf(tags) }),
  };
  const change = {
    ...(Object.keys(set).length === 0 ? {} : { set }),
    ...(request.addTags.trim() === '' ? {} : { add_tags: wordsOf(request.addTags) }),
    ...(request.removeTags.trim() === '' ? {} : { remove_tags: wordsOf(request.removeTags) }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

/**
 * The devices that a change is about. One without an entry gets one with its screen; without a screen there is nothing that
 * an entry could begin with, and it stays as it is.
 */
export function reachedBy({ screen }: BulkRequest, picked: readonly Picked[]): readonly Picked[] {
  return screen === '' ? picked.filter(({ registered }) => registered) : picked;
}

/** The body of the call. */
export function bodyOf(
  request: BulkRequest,
  picked: readonly Picked[],
  dryRun: boolean,
): Readonly<Record<string, unknown>> {
  const reached = reachedBy(request, picked);
  return {
    select: { keys: reached.map(({ key }) => key) },
    ...changeOfRequest(request),
    ...(reached.some(({ registered }) => !registered) ? { create: true } : {}),
    dry_run: dryRun,
  };
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Devices that are named with a problem; the others are counted. */
const NAMED = 3;

/** The problems of a trial by field, each once: the value is the same for all devices that refuse it. */
export function problemsOfPlan({ problems, problem_count: all }: BulkAnswer): readonly FieldProblem[] {
  const byText = new Map<string, { readonly field: string; readonly devices: string[] }>();
  for (const { device, field, message } of problems) {
    const known = byText.get(message) ?? { field: fieldOf(field), devices: [] };
    byText.set(message, known);
    if (device !== null) known.devices.push(device);
  }
  // The answer names the first problems only.
  const isCut = all > problems.length;
  return [...byText].map(([message, { field, devices }]) => ({
    field,
    message: devices.length === 0 ? message : `${message} (${devicesText(devices, isCut)})`,
  }));
}

function devicesText(devices: readonly string[], isCut: boolean): string {
  const named = devices.slice(0, NAMED).join(', ');
  if (devices.length <= NAMED && !isCut) return named;
  const count = countText(devices.length, 'device');
  return `${isCut ? 'at least ' : ''}${count}: ${named}, …`;
}

/** The problems of a refused call by field; those of single devices are told as those of all, each once. */
export function problemsOfRefusal(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const byText = new Map<string, FieldProblem>();
  for (const { field, message } of problems) {
    const [, device] = /^devices\.([^.]*)\./.exec(field) ?? [];
    const text = device === undefined ? message : message.replace(`${device}: `, '');
    byText.set(text, { field: fieldOf(field), message: text });
  }
  return [...byText.values()];
}

/** The name of the field in the form. */
function fieldOf(field: string): string {
  return field.replace(/^(?:devices\.[^.]*\.|set\.)/, '');
}
