/** What a screen is tried with: panels, the device, params, the time. All but the params are the same for all screens. */
import { type Signal, signal } from '@preact/signals';
import type { PanelView } from '../../api/types.ts';
import type { ParamValues } from '../../parts/params-form.tsx';

export const LOOKS = [
  ['measured', 'As it looks'],
  ['nominal', 'As it is sent'],
  ['undithered', 'Undithered'],
  ['panel', 'File for the panel'],
] as const;
export type Look = (typeof LOOKS)[number][0];

/** What a device says of itself, as it is typed. */
export const FACTS = [
  ['battery_voltage', 'Battery', 'V', 'number'],
  ['percent_charged', 'Charge', '%', 'number'],
  ['rssi', 'Wi-Fi', 'dBm', 'number'],
  ['model', 'Model', undefined, 'text'],
  ['firmware_version', 'Firmware', undefined, 'text'],
  ['name', 'Name', undefined, 'text'],
  ['mac', 'MAC address', undefined, 'text'],
] as const;
export type FactName = (typeof FACTS)[number][0];

export const look: Signal<Look> = signal('measured');
export const facts: Signal<Readonly<Partial<Record<FactName, string>>>> = signal({});
/** What the screen takes for the present, RFC 3339; null for now. */
export const clock: Signal<string | null> = signal(null);
/** Names of panels that were chosen; null for the usual ones. */
export const chosenPanels: Signal<readonly string[] | null> = signal(readChosen());

const KEY = 'stipple.studio.panels';

/** One panel of each kind: greys, colours, small and large, upright and across, black and white alone. */
const TYPICAL = ['og', 'og_4clr', 'seeed_3clr', 'reterminal_e1002', 'xteink_x4', 'lilygo', 'kindle_7', 'x'];
/** Panels of the config are those that somebody has. */
const OWN_FIRST = 4;
/** Panels that one call draws at the most. */
export const MOST_PANELS = 64;

/** The panels that are drawn. */
export function panelsToDraw(panels: readonly PanelView[]): readonly string[] {
  const known = new Set(panels.map(({ name }) => name));
  const wanted = chosenPanels.value?.filter((name) => known.has(name)) ?? [];
  return wanted.length > 0 ? wanted.slice(0, MOST_PANELS) : usualPanels(panels);
}

/** The panels that are drawn where none were chosen. */
export function usualPanels(panels: readonly PanelView[]): readonly string[] {
  const own = panels.filter(({ source }) => source === 'config').slice(0, OWN_FIRST);
  const typical = TYPICAL.filter((name) => panels.some((panel) => panel.name === name));
  const usual = [...new Set([...own.map(({ name }) => name), ...typical])].slice(0, TYPICAL.length);
  return usual.length > 0 ? usual : panels.slice(0, TYPICAL.length).map(({ name }) => name);
}

/** Choose panels, and keep the choice in this browser. */
export function choosePanels(names: readonly string[] | null): void {
  chosenPanels.value = names;
  try {
    if (names === null) globalThis.localStorage.removeItem(KEY);
    else globalThis.localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // This browser keeps nothing.
  }
}

function readChosen(): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage.getItem('stipple.studio.panels') ?? 'null');
    return Array.isArray(kept) && kept.every((name) => typeof name === 'string') ? kept : null;
  } catch {
    return null;
  }
}

const params = new Map<string, Signal<ParamValues>>();

/** The params that a screen is tried with. They are kept nowhere else. */
export function paramsOf(ref: string): Signal<ParamValues> {
  const known = params.get(ref) ?? signal<ParamValues>({});
  params.set(ref, known);
  return known;
}

/** What all calls for pictures of a screen say. */
export function playBody(ref: string): Readonly<Record<string, unknown>> {
  const given = FACTS.flatMap(([name, , , type]) => {
    const text = facts.value[name]?.trim() ?? '';
    // What is no number is sent as it is: the server says what is wrong with it.
    const number = Number(text);
    return text === '' ? [] : [[name, type === 'number' && !Number.isNaN(number) ? number : text] as const];
  });
  const values = paramsOf(ref).value;
  return {
    look: look.value,
    ...(given.length === 0 ? {} : { facts: Object.fromEntries(given) }),
    ...(Object.keys(values).length === 0 ? {} : { params: values }),
  };
}
