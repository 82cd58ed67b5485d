/** Reads the `data_tokens` section: who may push data under which names. The config has digests of tokens, never tokens. */
import { DATA_NAME_EXPECTED, type DataToken, isDataName, isDataPattern } from '../../domain/pushed-data.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../../platform/yaml/node.ts';
import { namedAs, readEntries } from './entries.ts';
import { DATA_TOKEN_KEYS } from './keys.ts';

type TokenReader = MapReader<(typeof DATA_TOKEN_KEYS)[number]>;

/** Each call is compared with all of them. */
const MOST_TOKENS = 100;
/** The old digest and the new one, while a token is exchanged; a few more do no harm. */
const MOST_DIGESTS = 4;
const MOST_NAMES = 256;

/** The tokens in the order of the file. */
export function readDataTokens(section: YamlMap, findings: Findings): readonly DataToken[] {
  if (section.entries.length > MOST_TOKENS) {
    const message = `data_tokens: expected at most ${MOST_TOKENS} tokens, got ${section.entries.length}`;
    findings.problem(section, message);
    return [];
  }
  return readEntries(section, SECTION, findings, readToken);
}

const SECTION = {
  path: 'data_tokens',
  keys: DATA_TOKEN_KEYS,
  strictness: 'refuse',
  isNamed: namedAs('data_tokens', isDataName, DATA_NAME_EXPECTED),
} as const;

function readToken(reader: TokenReader, { key: name }: YamlEntry): DataToken | undefined {
  const digests = readTexts(reader, 'sha256', {
    most: MOST_DIGESTS,
    fits: (text) => /^[0-9a-f]{64}$/i.test(text),
    what: 'the SHA-256 of a token in 64 hex digits, as `stipple token --data` prints it',
  });
  const writes = readTexts(reader, 'names', {
    most: MOST_NAMES,
    fits: isDataPattern,
    what: 'names of data, or the beginning of names before a "*"',
  });
  if (digests === undefined || writes === undefined) return undefined;
  return { name, digests: digests.map((digest) => digest.toLowerCase()), writes };
}

interface Expected {
  readonly most: number;
  fits(text: string): boolean;
  readonly what: string;
}

/** One text, or a list of some. Messages do not show them: somebody may have written a token. */
function readTexts(
  reader: TokenReader,
  key: (typeof DATA_TOKEN_KEYS)[number],
  { most, fits, what }: Expected,
): readonly string[] | undefined {
  const node = reader.node(key);
  const items: readonly YamlNode[] = node === undefined ? [] : node.kind === 'list' ? node.items : [node];
  const texts = items.map((item) => textOfScalar(item)?.trim() ?? '');
  const isGood = texts.length > 0 && texts.length <= most && texts.every(fits);
  if (isGood) return texts;
  const message = `${reader.pathOf(key)}: expected ${what}: one, or a list of at most ${most}`;
  reader.findings.problem(reader.positionOf(key), message);
  return undefined;
}
