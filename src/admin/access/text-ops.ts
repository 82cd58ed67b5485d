/** Questions about texts with secrets: what of them people see, and what a text means that somebody has edited. */
import { weakAdminToken } from '../../config/read/admin-token-strength.ts';
import type { ConfigProblem, ConfigWarning } from '../../config/read/findings.ts';
import type { ConfigContent } from '../../config/read/parse.ts';
import { positionsOf } from '../../config/read/positions.ts';
import type { LoadedConfig } from '../../config/texts/loaded-config.ts';
import type { TextOp } from '../../config/texts/text-op.ts';
import type { TextSession } from '../../config/texts/text-session.ts';
import { byPosition } from '../../platform/base/position.ts';
import { redactLong } from '../../platform/base/redact.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { Concealer } from './concealer.ts';
import { type ConfigChanges, describeDifference, NO_CHANGES } from './config-changes.ts';
import { type HiddenText, hideSecrets, putSecretsBack, type WholeText } from './hidden-text.ts';
import { namedScreensOf, type SecretSchema } from './secret-places.ts';

/** What the screens declare that a text names. */
export type SecretSchemas = ReadonlyMap<string, SecretSchema | null>;

/** What is wrong with a text; line and column are null for the text as a whole. */
export interface TextProblem {
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** With an error the text is refused. */
  readonly level: 'error' | 'warning';
}

/** A text that somebody has edited, and the one in use, whose secrets stay where the placeholder stands. */
export interface Draft {
  readonly draft: string;
  readonly before: string;
  /** Schemas of the screens that the text in use names. */
  readonly schemas: SecretSchemas;
}

/** A finding about a text, by the keys of the value that it is about. */
interface DraftFinding {
  readonly keys: readonly string[];
  readonly message: string;
}

/** The names of screens in a text; none where it cannot be read. */
export const screensInText: TextOp<{ readonly text: string }, readonly string[]> = {
  name: 'screens',
  run: (session, { text }) => {
    const content = session.read(text);
    return content.ok ? [...namedScreensOf(content.value)] : [];
  },
};

/** A text without its secrets. @returns else what is wrong with it as YAML: then nothing may be shown */
export const hideInText: TextOp<
  { readonly text: string; readonly schemas: SecretSchemas },
  Result<Pick<HiddenText, 'text'>, readonly ConfigProblem[]>
> = {
  name: 'hide',
  run: (session, { text, schemas }) => {
    const content = session.read(text);
    return content.ok ? ok({ text: hideSecrets(content.value, schemaOf(schemas)).text }) : content;
  },
};

/**
 * What a text means that somebody has edited, with its secrets.
 * @param adminToken that of the config in use: one that is too short may stay
 * @returns else everything that is wrong with it, at its lines
 */
export const readDraftText: TextOp<
  Draft & { readonly adminToken: string | null },
  Result<LoadedConfig, readonly TextProblem[]>
> = {
  name: 'read draft',
  run: (session, { adminToken, ...draft }) => {
    const whole = wholeText(session, draft);
    if (!whole.ok) return whole;
    const parsed = session.parse(whole.value.text);
    if (!parsed.ok) {
      const listed = parsed.error.slice(0, MOST_PROBLEMS);
      return err(
        listed.map(({ reason, ...place }) => placed(whole.value, { ...place, message: reason }, 'error')),
      );
    }
    const weak = parsed.value.secrets.adminToken === adminToken ? null : weakAdminToken(parsed.value);
    return weak === null ? ok(session.loaded(parsed.value)) : err([placed(whole.value, weak, 'error')]);
  },
};

/** Problems that are placed and cleared of secrets: twice what a check lists. The last says how many more there are. */
const MOST_PROBLEMS = 1_001;

/**
 * The warnings of the reader of a good draft and further findings, at their lines in the draft.
 * @param most  of them
 */
export const placeInDraft: TextOp<
  Draft & { readonly findings: readonly DraftFinding[]; readonly most: number },
  { readonly problems: readonly TextProblem[]; readonly more: number }
> = {
  name: 'place in draft',
  run: (session, { findings, most, ...draft }) => {
    const whole = wholeText(session, draft);
    const parsed = whole.ok ? session.parse(whole.value.text) : null;
    if (!whole.ok || !parsed?.ok) return { problems: [], more: 0 };
    const places = positionsOf(
      parsed.value,
      findings.map(({ keys }) => keys),
    );
    const found = findings.map(({ message }, at): ConfigWarning => ({ ...(places[at] ?? START), message }));
    const all = [...parsed.value.warnings, ...found].toSorted(byPosition);
    const problems = all.slice(0, most).map((warning) => placed(whole.value, warning, 'warning'));
    return { problems, more: all.length - problems.length };
  },
};

const START = { line: 1, column: 1 };

/** What is wrong with a text that comes from elsewhere; the secrets of the one in use are not in messages. */
export const problemsOfText: TextOp<
  { readonly text: string; readonly before: string; readonly schemas: SecretSchemas },
  readonly TextProblem[]
> = {
  name: 'problems',
  run: (session, { text, before, schemas }) => {
    const parsed = session.parse(text);
    if (parsed.ok) return [];
    const old = session.read(before);
    const secrets = old.ok ? hideSecrets(old.value, schemaOf(schemas)).secrets : [];
    return parsed.error.slice(0, MOST_PROBLEMS).map(({ line, column, reason }) => ({
      line,
      column,
      message: redactLong(reason, secrets),
      level: 'error',
    }));
  },
};

function schemaOf(schemas: SecretSchemas): (screen: string) => SecretSchema | null {
  return (screen) => schemas.get(screen) ?? null;
}

/** The texts of drafts: they are read once, and placed once. */
const wholes = new WeakMap<ConfigContent, { readonly before: ConfigContent; readonly whole: WholeText }>();

function wholeText(
  session: TextSession,
  { draft, before, schemas }: Draft,
): Result<WholeText, readonly TextProblem[]> {
  // Bounded by the reader before anything else looks at it.
  const content = session.read(draft);
  if (!content.ok) return err(content.error.map(asError));
  const old = session.read(before);
  if (!old.ok) return err(old.error.map(asError));
  const known = wholes.get(content.value);
  if (known?.before === old.value) return ok(known.whole);
  const whole = putSecretsBack(content.value, old.value, schemaOf(schemas));
  if (!whole.ok) return err(whole.error.map((problem) => ({ ...problem, level: 'error' })));
  wholes.set(content.value, { before: old.value, whole: whole.value });
  return whole;
}

/** A finding of the reader, as one of the text with placeholders. */
function placed(
  { placeBefore, secrets }: WholeText,
  { line, column, message }: Pick<TextProblem, 'line' | 'column' | 'message'>,
  level: TextProblem['level'],
): TextProblem {
  const place = line === null || column === null ? { line, column } : placeBefore({ line, column });
  return { ...place, message: redactLong(message, secrets), level };
}

function asError({ line, column, reason }: ConfigProblem): TextProblem {
  return { line, column, message: reason, level: 'error' };
}

/**
 * The difference of two good configs.
 * @param schemas  of the screens that both name
 * @param most     changes that are described
 */
export const differenceOfTexts: TextOp<
  { readonly before: string; readonly text: string; readonly schemas: SecretSchemas; readonly most: number },
  Pick<ConfigChanges, 'changes' | 'more'>
> = {
  name: 'difference',
  run: (session, { before, text, schemas, most }) => {
    const [old, made] = [session.parse(before), session.parse(text)];
    if (!old.ok || !made.ok) return NO_CHANGES;
    const [from, to] = [session.loaded(old.value).plain, session.loaded(made.value).plain];
    const concealer = new Concealer((screen) => schemas.get(screen) ?? null);
    const { changes, more } = describeDifference(from, to, concealer, most);
    return { changes, more };
  },
};
