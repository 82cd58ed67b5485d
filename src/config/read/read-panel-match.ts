/** Reads the key `match` of a panel: what a device says that has it. */

import type { MatchKeys, Panel, PanelMatch } from '../../domain/panel.ts';
import { describeMatch, sameMatches } from '../../domain/panel-match.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlMap, YamlNode } from '../../platform/yaml/node.ts';
import { nested } from './entries.ts';
import { MATCH_KEYS } from './keys.ts';
import type { PanelReader } from './read-panel-png.ts';

/** A text, a map of keys that are asked together, or a list of these, of which one is enough. What is malformed is left out. */
export function readMatch(reader: PanelReader): readonly PanelMatch[] {
  const node = reader.node('match');
  if (node === undefined) return [];
  const items = node.kind === 'list' ? node.items : [node];
  return items.map((item) => readOne(reader, node, item)).filter((match) => match !== undefined);
}

function readOne(reader: PanelReader, whole: YamlNode, item: YamlNode): PanelMatch | undefined {
  if (item.kind === 'map') return readKeys(reader, item);
  const text = textOfScalar(item)?.trim() ?? '';
  if (text !== '') return text;
  return reader.reject(
    'match',
    item.kind === 'scalar' ? whole : item,
    'a Board or Model value, a map of keys, or a list of them',
  );
}

/** A map in which a key is wrong would fit other devices than those that are meant: so it is refused. */
function readKeys(reader: PanelReader, map: YamlMap): MatchKeys | undefined {
  const { findings } = reader;
  const path = reader.pathOf('match');
  const keys = nested(reader, path, map, MATCH_KEYS, 'refuse');
  const [board, model, userAgent] = [keys.text('board'), keys.text('model'), keys.text('user_agent')];
  const notUserAgent = keys.text('not_user_agent');
  const widthPx = keys.integer('width', 1, LIMITS.pictureEdgePx);
  const heightPx = keys.integer('height', 1, LIMITS.pictureEdgePx);
  const size = widthPx === undefined || heightPx === undefined ? undefined : { widthPx, heightPx };
  if (keys.has('width') !== keys.has('height')) {
    findings.problem(map, `${path}: width and height only count together`);
    return undefined;
  }
  const asked = Object.entries({ board, model, userAgent, size }).filter(([, value]) => value !== undefined);
  const apart = notUserAgent === undefined ? {} : { notUserAgent };
  if (asked.length > 0) return { ...Object.fromEntries(asked), ...apart };
  const wanted = MATCH_KEYS.filter((key) => key !== 'not_user_agent').join(', ');
  findings.problem(map, `${path}: expected at least one of ${wanted}, got none`);
  return undefined;
}

/** Note matches that two panels have: which of them would win is not to be left to their order. */
export function noteSameMatches(
  section: YamlMap,
  panels: ReadonlyMap<string, Panel>,
  findings: Findings,
): void {
  const entries = new Map(section.entries.map((entry) => [entry.key, entry]));
  for (const { first, second, match } of sameMatches(panels.values())) {
    const own = entries.get(second);
    if (own === undefined) continue;
    const what = `panels.${second}.match: panels.${first} matches "${describeMatch(match)}" too`;
    findings.problem(
      own,
      `${what}; take it out of one of them, or ask for more there, such as { model, width, height }`,
    );
  }
}
