/** The bodies of the calls about drafts: files of a screen that are saved nowhere. */
import { z } from 'zod';
import type { FieldProblem } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { EXPECTED, screenField } from '../bodies.ts';
import { readBodyFields } from '../read-fields.ts';
import { DRAFT_LIMITS } from './draft-limits.ts';

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
