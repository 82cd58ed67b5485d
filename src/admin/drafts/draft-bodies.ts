/** The bodies of the calls about drafts: files of a screen that are saved nowhere. */
import { z } from 'zod';
import type { FieldProblem } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { EXPECTED, screenField } from '../bodies.ts';
import { readBodyFields } from '../read-fields.ts';

const MIB = 1024 * 1024;

/** The limits of previews and checks of drafts, each with its reason. */
export const DRAFT_LIMITS = {
  /** Bodies: the files of a screen with some pictures, or the text of a large config. */
  bodyBytes: 8 * MIB,
  /** Files of a draft: a screen has three, and a few modules, macros and pictures. */
  files: 100,
  /** Characters of a name, and folders in it: the search for screens goes no deeper. */
  nameCharacters: 200,
  nameDepth: 8,
  /** Pictures of one call: all panels of the catalogue and some of the config. */
  pictures: 64,
  /** PNGs of one answer, before base64: all panels of the catalogue with a photo take 12 MiB. */
  pngBytes: 32 * MIB,
  /** Calls that are answered at a time; each holds its body and its pictures in memory. */
  callsAtOnce: 3,
  /** Lines of the script, and requests, that an answer has: as many as one run may log, and twice what one may send. */
  lines: 100,
  requests: 100,
  /** Time for a check: one screen takes some milliseconds, a config of 10 000 devices a second. */
  checkMs: 15_000,
} as const;

/** Previews and checks share them. */
export const DRAFT_SLOTS = { atOnce: DRAFT_LIMITS.callsAtOnce } as const;

const files = z.record(z.string(), z.string());

export const draftBody = z
  .strictObject({
    files: files
      .describe(
        'Texts by file name, relative to the folder of all screens: `weather.lua`, `garden/screen.svg`',
      )
      .register(EXPECTED, { text: 'a map of file names to texts' })
      .optional(),
    assets: files
      .describe('Other files, in base64, by their names')
      .register(EXPECTED, { text: 'a map of file names to base64' })
      .optional(),
    screen: screenField
      .describe(
        'The screen that the files belong to. They lie over those of its handle; it need not exist yet. Without it the files stand alone and have one screen',
      )
      .optional(),
  })
  .meta({ id: 'Draft' });

/** Which screen is meant: one that can be assigned, or a draft. */
export const SCREEN_FIELDS = {
  screen: screenField.optional(),
  draft: z
    .record(z.string(), z.unknown())
    .describe('Files that are saved nowhere')
    .register(EXPECTED, { text: 'a map with `files`' })
    .optional(),
};

/** Fields of a map within a body. Problems name the path. */
export function readNested<Shape extends Readonly<Record<string, z.ZodType>>>(
  name: string,
  schema: z.ZodObject<Shape>,
  value: PlainValue,
): ReturnType<typeof readBodyFields<Shape>> {
  const { fields, problems } = readBodyFields(schema, value);
  const placed = problems.map(({ field, message }): FieldProblem => {
    const isOwn = field !== '' && message.startsWith(`${field}:`);
    return { field: `${name}.${field}`, message: isOwn ? `${name}.${message}` : `${name}: ${message}` };
  });
  return { fields, problems: placed };
}

/** What is expected of the number of files. */
export const TOO_MANY_FILES = `expected at most ${DRAFT_LIMITS.files} files`;
