/** The config as a text, for the calls that show, check and replace it. */

import type { ConfigProblem } from '../../config/read/findings.ts';
import { TextGivenUpError, type TextOp } from '../../config/texts/text-op.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import { AppError } from '../../platform/base/errors.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Result } from '../../platform/base/result.ts';
import { mainTurns, type Slices } from '../../platform/base/turns.ts';
import type { SecretSchema } from '../access/secret-places.ts';
import { hideInText, type SecretSchemas, screensInText } from '../access/text-ops.ts';
import type { AdminApi } from '../admin-api.ts';

/** Characters of a digest: enough that two texts never have the same by chance. */
const DIGEST_CHARACTERS = 30;

/** Names a text: whoever replaces it says by this which one. */
export function textDigest(text: string): string {
  return sha256Hex(text).slice(0, DIGEST_CHARACTERS);
}

/**
 * Ask something about texts.
 * @throws {AppError} text_given_up, overloaded
 */
export async function askOfText<Question, Answer>(
  { configText }: Pick<AdminApi, 'configText'>,
  op: TextOp<Question, Answer>,
  question: Question,
): Promise<Answer> {
  try {
    return await configText.store.ask(op, question);
  } catch (error) {
    if (!(error instanceof TextGivenUpError)) throw error;
    const detail = `Reading the text was given up: ${error.message}.`;
    throw new AppError('text_given_up', { detail, cause: error });
  }
}

type Looking = Pick<AdminApi, 'config' | 'catalogue' | 'configText'>;

/** What the screens declare that texts name. */
export async function schemasOfTexts(api: Looking, texts: readonly string[]): Promise<SecretSchemas> {
  const names = new Set<string>();
  for (const text of texts) for (const name of await askOfText(api, screensInText, { text })) names.add(name);
  return mainTurns.do('config', lookedUp(api, names));
}

function* lookedUp(api: Looking, names: ReadonlySet<string>): Slices<SecretSchemas> {
  const check = new MappingCheck({ config: api.config(), catalogue: api.catalogue });
  const schemas = new Map<string, SecretSchema | null>();
  for (const name of names) {
    const schema = check.schemaOf(name);
    schemas.set(
      name,
      schema === null ? null : schema.map(({ name: param, sensitive }) => ({ name: param, sensitive })),
    );
    yield;
  }
  return schemas;
}

/** A text without its secrets. @returns else what is wrong with it: then nothing of it may be shown */
export async function hiddenText(
  api: Looking,
  text: string,
): Promise<Result<{ readonly text: string }, readonly ConfigProblem[]>> {
  const schemas = await schemasOfTexts(api, [text]);
  return askOfText(api, hideInText, { text, schemas });
}
