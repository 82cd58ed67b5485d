/** Bodies and answers of the calls about the files of screens. */
import { z } from 'zod';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { EXPECTED } from '../bodies.ts';
import type { View } from '../view.ts';

const DIGEST = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';

/** A digest as callers send it. */
export const FILE_DIGEST = /^[0-9a-f]{64}$/;

export const fileListSchema = z
  .object({
    sources: z.array(
      z.object({
        handle: z.string(),
        name: z.string().describe('Name for people'),
        writable: z.boolean(),
        truncated: z.boolean().describe('True where there are more files than are listed'),
        problem: z.string().nullable().describe('Why there are no files: not fetched yet, no folder set'),
        files: z.array(
          z.object({
            path: z.string().describe('Relative to the folder of all screens'),
            bytes: z.int().min(0),
            text: z.boolean().describe('False for pictures, fonts and the like, by their names'),
          }),
        ),
      }),
    ),
  })
  .meta({
    id: 'FileList',
    examples: [
      {
        sources: [
          {
            handle: 'local',
            name: 'Local screens',
            writable: true,
            truncated: false,
            problem: null,
            files: [{ path: 'weather.lua', bytes: 812, text: true }],
          },
        ],
      },
    ],
  });

export const fileSchema = z
  .object({
    handle: z.string(),
    path: z.string(),
    bytes: z.int().min(0),
    text: z
      .string()
      .nullable()
      .describe(`Null for what is no text in UTF-8, or has more than ${FILE_LIMITS.textBytes} bytes`),
    digest: z.string().describe('SHA-256 of its bytes, in hex'),
    writable: z.boolean(),
  })
  .meta({
    id: 'ScreenFile',
    examples: [
      {
        handle: 'local',
        path: 'hello.lua',
        bytes: 11,
        text: 'hello world',
        digest: DIGEST,
        writable: true,
      },
    ],
  });

export type FileView = View<typeof fileSchema>;

export const putFileBody = z
  .strictObject({
    text: z.string().describe('All of the file').register(EXPECTED, { text: 'the text of the file' }),
    digest: z
      .string()
      .regex(FILE_DIGEST)
      .nullable()
      .describe('The digest that the file was read with; null for a new file')
      .register(EXPECTED, { text: 'the digest that the file was read with (64 hex digits), or null' }),
  })
  .meta({ id: 'PutFile', examples: [{ text: 'return { data = {} }\n', digest: null }] });

export const fileDeletedSchema = z
  .object({ handle: z.string(), deleted: z.string().describe('Its path') })
  .meta({ id: 'FileDeleted', examples: [{ handle: 'local', deleted: 'hello.lua' }] });

export const copyScreenBody = z
  .strictObject({
    from: z
      .string()
      .min(1)
      .max(255)
      .describe('The screen, as a device is given it')
      .register(EXPECTED, { text: 'a screen, as handle/path' }),
    to: z
      .string()
      .min(1)
      .max(FILE_LIMITS.pathCharacters)
      .describe('Its path below the screens directory')
      .register(EXPECTED, { text: 'the path of the new screen, such as garden/weather' }),
  })
  .meta({ id: 'CopyScreen', examples: [{ from: 'service-builtin/weather', to: 'garden/weather' }] });

export const screenCopiedSchema = z
  .object({
    screen: z.string().describe('What a device is given'),
    files: z.array(z.string()).describe('Paths of the files that were written'),
  })
  .meta({
    id: 'ScreenCopied',
    examples: [{ screen: 'local/garden/weather', files: ['garden/weather.lua'] }],
  });
