/** Reads a text that somebody has edited as the server would: with its secrets put back, and all that is wrong with it at its lines. */
import { z } from 'zod';
import type { LoadedConfig } from '../../config/texts/loaded-config.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import type { Result } from '../../platform/base/result.ts';
import { type Draft, readDraftText, type SecretSchemas, type TextProblem } from '../access/text-ops.ts';
import type { AdminApi } from '../admin-api.ts';
import { askOfText } from './config-source.ts';

export const textProblemSchema = z.object({
  line: z.int().nullable().describe('From 1; null for the text as a whole'),
  column: z.int().nullable(),
  message: z.string(),
  level: z
    .enum(['error', 'warning'])
    .describe('With an error the text is refused; with a warning a value is ignored or probably a mistake'),
});

/** A text as it can be used, with what was asked. */
export interface ReadDraft {
  readonly draft: Draft;
  readonly config: Result<LoadedConfig, readonly TextProblem[]>;
}

/**
 * What a draft means, or everything that is wrong with it.
 * @param schemas  of the screens that the text before names
 * @throws {AppError} text_given_up
 */
export async function readDraft(
  api: AdminApi,
  text: string,
  before: string,
  schemas: SecretSchemas,
): Promise<ReadDraft> {
  const draft = { draft: text, before, schemas };
  const { adminToken } = api.configText.store.loaded.secrets;
  return { draft, config: await askOfText(api, readDraftText, { ...draft, adminToken }) };
}

/** The answer to a text that is refused. */
export function refusedText(problems: readonly TextProblem[]): AppError {
  const described = problems.map(({ line, column, message }): FieldProblem => {
    const place = [line, column].filter((part) => part !== null).join(':');
    return { field: 'text', message: place === '' ? `text: ${message}` : `text:${place}: ${message}` };
  });
  return new AppError('invalid_body', { problems: described });
}
