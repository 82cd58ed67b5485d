/** Frames as the admin API shows them. */
import { z } from 'zod';
import type { AdminCaller } from '../../domain/admin-token.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { frameId } from '../../domain/frame.ts';
import type { FrameEntry } from '../../domain/mapping.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import { AppError } from '../../platform/base/errors.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import type { AdminApi } from '../admin-api.ts';
import { failingSchema, failingView } from '../alerts/failing-view.ts';
import { scheduleField, scheduleView } from '../devices/schedule-view.ts';
import {
  type Concealing,
  concealingFor,
  fetchedOf,
  frameTokensSchema,
  frameTokensView,
  paramsSchema,
  paramsView,
} from '../sensitive/secret-views.ts';
import { NO_SETTINGS, SETTING_VIEWS, screenRefSchema, settingsOf } from '../settings/settings-view.ts';
import { timeSchema, type View } from '../view.ts';

export const frameSchema = z
  .object({
    key: z.string().describe('Its name in the config, and in its address'),
    name: z.string().nullable(),
    screen: z.string(),
    screen_ref: screenRefSchema,
    width: z.int().nullable(),
    height: z.int().nullable(),
    ...SETTING_VIEWS,
    params: paramsSchema,
    schedule: scheduleField,
    frame_tokens: frameTokensSchema,
    frame_fetched: timeSchema
      .nullable()
      .describe('The last time that a client has fetched it from this server'),
    failing: failingSchema.nullable(),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('What is wrong with screen and params, as the screen is now'),
  })
  .describe('A frame: what fetches its picture from an address of its own')
  .meta({
    id: 'Frame',
    examples: [
      {
        key: 'hallway',
        name: 'Tablet in the hallway',
        screen: 'service-builtin/weather',
        screen_ref: 'service-builtin/weather',
        width: 1024,
        height: 600,
        ...NO_SETTINGS,
        params: { place: 'Berlin' },
        schedule: null,
        frame_tokens: { tablet: `sha256:${'0'.repeat(64)}` },
        frame_fetched: '2026-02-21T09:30:00.000Z',
        failing: null,
        problems: [],
      },
    ],
  });

export type FrameView = View<typeof frameSchema>;

/** All frames, in the order of the config. */
export function listFrames(api: AdminApi, caller: AdminCaller): readonly FrameView[] {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  const concealing = concealingFor(api, caller, check);
  return [...config.frames.values()].map((entry) => frameView(api, entry, check, concealing));
}

/**
 * One frame.
 * @throws {AppError} unknown_frame
 */
export function getFrame(api: AdminApi, key: string, caller: AdminCaller): FrameView {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  return frameView(api, requireFrame(config, key), check, concealingFor(api, caller, check));
}

/** @throws {AppError} unknown_frame */
export function requireFrame({ frames }: Pick<ConfigSnapshot, 'frames'>, key: string): FrameEntry {
  const entry = frames.get(key);
  if (entry === undefined) throw unknownFrame(key);
  return entry;
}

/** The error for a name that no frame has. */
export function unknownFrame(key: string): AppError {
  return new AppError('unknown_frame', { detail: `There is no frame ${quoteShort(key)}.` });
}

function frameView(
  api: AdminApi,
  { mapping, size }: FrameEntry,
  check: MappingCheck,
  concealing: Concealing,
): FrameView {
  const id = frameId(mapping.key);
  return {
    key: mapping.key,
    name: mapping.name ?? null,
    screen: mapping.screen,
    screen_ref: check.qualified(mapping.screen),
    width: size?.widthPx ?? null,
    height: size?.heightPx ?? null,
    ...settingsOf(mapping),
    params: paramsView(mapping, mapping.screen, concealing) ?? {},
    schedule: scheduleView(mapping, concealing),
    frame_tokens: frameTokensView(mapping, concealing),
    frame_fetched: fetchedOf(api, id),
    failing: failingView(api.frames.get(id)),
    problems: check.problemsOf(mapping),
  };
}
