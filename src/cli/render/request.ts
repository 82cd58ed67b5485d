/** Makes the request of a device from a command line. */

import { type ConfigSnapshot, defaultMapping } from '../../domain/config-snapshot.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import type { DeviceFacts } from '../../domain/device-facts.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { checkParams, unknownParams } from '../../domain/params.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { resolveMapping } from '../../domain/resolve-mapping.ts';
import { withoutSchedule } from '../../domain/schedule/scheduled-mapping.ts';
import { SAMPLE_FACTS } from '../../engine/check/displays.ts';
import type { ContentRequest } from '../../engine/contents/content-maker.ts';
import { scheduledAt } from '../../engine/contents/scheduled-contents.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import type { RenderOptions } from './options.ts';
import { readParams } from './params.ts';

/** The screen of a device, before its params are known. */
interface Chosen {
  readonly mapping: Mapping;
  /** True when the config has an entry for the device. */
  readonly own: boolean;
}

/**
 * The request of a device, by config and command line.
 * @throws {ExitError} 1 where there is no screen, 64 for an option that does not fit the config or the screen
 */
export async function requestOf(
  options: RenderOptions,
  engine: RenderEngine,
): Promise<Omit<ContentRequest, 'deadline' | 'log'>> {
  const config = engine.config.snapshot;
  const { mapping: chosen, own } = chosenMapping(options, config);
  const { mapping: entry } = scheduledAt(chosen, options.nowMs ?? Date.now());
  await engine.repos.fetchMissing(entry.screen.split('/')[0] ?? '');
  const onPanel = withPanel(options, entry, config);
  refuseIdleColors(options, onPanel, config);
  const mapping = { ...onPanel, params: paramsOf(options, onPanel, engine) };
  const device = factsOf(options, mapping, own);
  return {
    config,
    mapping,
    mapped: true,
    party: 'entry',
    device,
    hasPrevious: false,
    ...(options.nowMs === null ? {} : { nowMs: options.nowMs }),
  };
}

function chosenMapping(options: RenderOptions, config: ConfigSnapshot): Chosen {
  const { id, screen, model, firmwareVersion, size } = options;
  const report = { ...NO_REPORT, model, firmwareVersion, size };
  const resolved =
    id === null ? null : resolveMapping(config, { id, registrationCode: null, report, address: null });
  const own = resolved?.own ?? false;
  if (screen !== null) {
    const entry = own ? resolved?.mapping : undefined;
    const mapping = { key: id ?? SAMPLE_FACTS.id, params: {}, tuning: {}, ...entry, screen };
    return { mapping: withoutSchedule(mapping), own };
  }
  const mapping = resolved?.mapping ?? defaultMapping(config);
  if (mapping !== null) return { mapping, own };
  const who = id === null ? 'no screen is assigned to DEFAULT' : `no screen is assigned to ${id}`;
  throw new ExitError(EXIT.failed, `${who}, and there is no default screen; --screen names one`);
}

/** The mapping for the panel of the command line, whose colours are then used. */
function withPanel(
  { panel: name, size }: RenderOptions,
  mapping: Mapping,
  { panels }: ConfigSnapshot,
): Mapping {
  if (name === null) return mapping;
  const panel = panels.get(name);
  if (panel === undefined) {
    const hint = didYouMean(name, panels.keys());
    throw new ExitError(
      EXIT.usage,
      `--panel: there is no panel "${name}"${hint} (stipple panels lists them)`,
    );
  }
  if (size !== null && panel.size !== null) {
    const { widthPx, heightPx } = panel.size;
    const own = `the panel "${name}" has ${widthPx} x ${heightPx}`;
    throw new ExitError(
      EXIT.usage,
      `--size and --panel both say how large the display is (${own}); give one of them`,
    );
  }
  const { palette: _, ...rest } = mapping;
  return { ...rest, panel: name };
}

/** The params of the mapping, overridden by those of the command line. Reports problems of the mapping's params. */
function paramsOf(
  { params: texts, screen: own }: RenderOptions,
  mapping: Mapping,
  engine: RenderEngine,
): PlainObject {
  const screen = engine.catalogue.locate(mapping.screen, engine.config.snapshot);
  if (!screen.ok) {
    if (texts.length === 0) return mapping.params;
    throw new ExitError(EXIT.failed, describeFailure(screen.error));
  }
  const schema = screen.value.params;
  const params = { ...mapping.params, ...readParams(texts, schema) };
  // The params of the entry belong to its own screen.
  const unknown = own === null ? unknownParams(schema, params) : [];
  for (const { message } of [...unknown, ...checkParams(schema, params)]) {
    say.error(`warning: ${message}`);
  }
  return params;
}

/** The facts of the device: those of a device in good health for an unknown one. */
function factsOf(options: RenderOptions, mapping: Mapping, own: boolean): DeviceFacts {
  const { id, model, size, colors, batteryVoltage, rssi, firmwareVersion } = options;
  const standIn = id === null ? SAMPLE_FACTS : null;
  return {
    ...NO_REPORT,
    id: id ?? SAMPLE_FACTS.id,
    name: mapping.name ?? null,
    friendlyId: standIn?.friendlyId ?? null,
    registrationCode: null,
    registered: own,
    firmwareVersion: firmwareVersion ?? standIn?.firmwareVersion ?? null,
    model,
    size,
    colors,
    batteryVoltage: batteryVoltage ?? standIn?.batteryVoltage ?? null,
    // It matches the voltage of the sample device.
    percentCharged: batteryVoltage === null ? (standIn?.percentCharged ?? null) : null,
    rssi: rssi ?? standIn?.rssi ?? null,
  };
}

/** The colours that a device sends have the lowest precedence. */
function refuseIdleColors({ colors, model }: RenderOptions, mapping: Mapping, config: ConfigSnapshot): void {
  if (colors === null) return;
  const { panel } = settleDisplay(config, mapping, { ...NO_REPORT, model });
  const source = mapping.palette
    ? `the entry "${mapping.key}" of the config`
    : panel?.palette
      ? `the panel "${panel.name}"`
      : null;
  if (source === null) return;
  const message = `--colors would have no effect: ${source} has colors, which count before those of the device`;
  throw new ExitError(EXIT.usage, message);
}
