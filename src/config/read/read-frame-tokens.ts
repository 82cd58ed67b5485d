/** Reads `frame_tokens`: digests by name. What stands in the place of a digest may be the token itself: no message quotes it. */
import { FRAME_LIMITS } from '../../domain/frame-limits.ts';
import {
  FRAME_NAME,
  type FrameDigest,
  type FrameTokens,
  parseFrameDigest,
} from '../../domain/frame-tokens.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry } from '../../platform/yaml/node.ts';

const KEY = 'frame_tokens';

/** Read the tokens of an entry; what cannot be used is left out with a warning. Undefined where there are none. */
export function readFrameTokens(reader: MapReader<typeof KEY>): FrameTokens | undefined {
  const node = reader.node(KEY);
  if (node === undefined) return undefined;
  const { findings } = reader;
  const path = reader.pathOf(KEY);
  if (node.kind !== 'map') {
    findings.warn(
      node,
      `${path}: expected a map of names and digests, got a ${node.kind === 'list' ? 'list' : 'value'}; it is left out`,
    );
    return undefined;
  }
  const tokens = new Map<string, FrameDigest>();
  for (const entry of node.entries) {
    const problem = tokens.size < FRAME_LIMITS.tokens ? add(tokens, entry) : tooMany();
    if (problem !== null)
      findings.warn(entry, `${path}.${entry.key.slice(0, 64)}: ${problem}; it is left out`);
  }
  return tokens.size === 0 ? undefined : tokens;
}

function add(tokens: Map<string, FrameDigest>, { key, value }: YamlEntry): string | null {
  const digest = parseFrameDigest(textOfScalar(value) ?? '');
  if (digest === null) {
    return 'expected `sha256:` and 64 hex digits as `stipple token` prints them, got something else';
  }
  if (!FRAME_NAME.test(key)) return 'expected a name of letters, digits, `.`, `_` and `-`';
  tokens.set(key, digest);
  return null;
}

function tooMany(): string {
  return `an entry has at most ${FRAME_LIMITS.tokens} tokens`;
}
