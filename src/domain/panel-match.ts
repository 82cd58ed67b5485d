/** Which panel a device has, by what it says of itself: a look-up that each call of a device makes. */
import type { MatchKeys, Panel, PanelMatch, PanelSource, Size } from './panel.ts';
import type { DeviceReport } from './report.ts';

/** What a device says to be recognised. */
export type Traits = Pick<DeviceReport, 'board' | 'model' | 'userAgent' | 'size'>;

/** A match as it is compared. */
interface Rule {
  readonly panel: Panel;
  readonly keys: MatchKeys;
  /** The greater rank wins where two rules fit a device. */
  readonly rank: number;
}

interface PanelIndex {
  readonly byBoard: ReadonlyMap<string, readonly Rule[]>;
  readonly byModel: ReadonlyMap<string, readonly Rule[]>;
  readonly bySize: ReadonlyMap<string, readonly Rule[]>;
  /** Those that ask for nothing else that could be looked up. */
  readonly byAgent: readonly Rule[];
}

/**
 * The panel that fits what a device says best: one of the config before one of the catalogue, then the one whose match asks
 * for more. Where two ask for equally many keys, `Board` counts more than `Model`, that more than `User-Agent`, and that
 * more than the size; a longer `User-Agent` counts more than a shorter one.
 */
export function matchPanel(panels: ReadonlyMap<string, Panel>, traits: Traits): Panel | null {
  const { byBoard, byModel, bySize, byAgent } = indexFor(panels);
  const board = traits.board?.toLowerCase() ?? '';
  const model = traits.model?.toLowerCase() ?? '';
  const agent = traits.userAgent?.toLowerCase() ?? '';
  const said = { board, model, agent, size: sizeKey(traits.size) };
  let best: Rule | null = null;
  for (const rules of [byBoard.get(board), byModel.get(model), bySize.get(said.size), byAgent]) {
    const found = rules?.find(({ keys }) => fits(keys, said));
    if (found !== undefined && (best === null || found.rank > best.rank)) best = found;
  }
  return best?.panel ?? null;
}

/** A match that two panels have, by their names. */
export interface SameMatch {
  readonly first: string;
  readonly second: string;
  readonly match: PanelMatch;
}

/** Matches that lead to two panels at once; of two panels the first one only. */
export function sameMatches(panels: Iterable<Pick<Panel, 'name' | 'match'>>): readonly SameMatch[] {
  const owners = new Map<string, string>();
  const found = new Map<string, SameMatch>();
  for (const { name, match } of panels) {
    for (const one of match) {
      for (const key of alternatives(one).map(ruleKey)) {
        const first = owners.get(key) ?? name;
        const pair = JSON.stringify([first, name]);
        if (first !== name && !found.has(pair)) found.set(pair, { first, second: name, match: one });
        owners.set(key, first);
      }
    }
  }
  return [...found.values()];
}

/** A match for people: `og`, or `Model x, 1404 x 1872`. */
export function describeMatch(match: PanelMatch): string {
  if (typeof match === 'string') return match;
  const { board, model, userAgent, notUserAgent, size } = match;
  const parts = [
    board !== undefined && `Board ${board}`,
    model !== undefined && `Model ${model}`,
    userAgent !== undefined && `User-Agent with ${userAgent}`,
    notUserAgent !== undefined && `${userAgent === undefined ? 'User-Agent ' : ''}without ${notUserAgent}`,
    size !== undefined && `${size.widthPx} x ${size.heightPx}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function alternatives(match: PanelMatch): readonly MatchKeys[] {
  return typeof match === 'string' ? [{ board: match }, { model: match }] : [match];
}

function ruleKey({ board, model, userAgent, notUserAgent, size }: MatchKeys): string {
  const texts = [board, model, userAgent, notUserAgent].map(lower);
  return JSON.stringify([...texts, sizeKey(size ?? null)]);
}

function lower(text: string | undefined): string | null {
  return text?.toLowerCase() ?? null;
}

function sizeKey(size: Size | null): string {
  return size === null ? '' : `${size.widthPx}x${size.heightPx}`;
}

/** The keys of a rule are in lower case. */
function fits(
  { board, model, userAgent, notUserAgent, size }: MatchKeys,
  said: { readonly board: string; readonly model: string; readonly agent: string; readonly size: string },
): boolean {
  return (
    (board === undefined || board === said.board) &&
    (model === undefined || model === said.model) &&
    (userAgent === undefined || said.agent.includes(userAgent)) &&
    (notUserAgent === undefined || !said.agent.includes(notUserAgent)) &&
    (size === undefined || sizeKey(size) === said.size)
  );
}

/** The rules of the panels of a config, made at the first look-up. */
const indexes = new WeakMap<ReadonlyMap<string, Panel>, PanelIndex>();

function indexFor(panels: ReadonlyMap<string, Panel>): PanelIndex {
  let index = indexes.get(panels);
  if (index === undefined) {
    index = indexOf(panels);
    indexes.set(panels, index);
  }
  return index;
}

/** Each rule stands where the rarest of its keys leads, the best first. */
function indexOf(panels: ReadonlyMap<string, Panel>): PanelIndex {
  const byBoard = new Map<string, Rule[]>();
  const byModel = new Map<string, Rule[]>();
  const bySize = new Map<string, Rule[]>();
  const byAgent: Rule[] = [];
  const rules = [...panels.values()].flatMap(rulesOf).sort((a, b) => b.rank - a.rank);
  for (const rule of rules) {
    const { board, model, size } = rule.keys;
    if (board !== undefined) push(byBoard, board, rule);
    else if (model !== undefined) push(byModel, model, rule);
    else if (size !== undefined) push(bySize, sizeKey(size), rule);
    else byAgent.push(rule);
  }
  return { byBoard, byModel, bySize, byAgent };
}

function push(rules: Map<string, Rule[]>, key: string, rule: Rule): void {
  const known = rules.get(key);
  if (known === undefined) rules.set(key, [rule]);
  else known.push(rule);
}

function rulesOf(panel: Panel): readonly Rule[] {
  return panel.match.flatMap(alternatives).map(({ board, model, userAgent, notUserAgent, size }) => {
    const keys = {
      ...(board === undefined ? {} : { board: board.toLowerCase() }),
      ...(model === undefined ? {} : { model: model.toLowerCase() }),
      ...(userAgent === undefined ? {} : { userAgent: userAgent.toLowerCase() }),
      ...(notUserAgent === undefined ? {} : { notUserAgent: notUserAgent.toLowerCase() }),
      ...(size === undefined ? {} : { size }),
    };
    return { panel, keys, rank: rankOf(panel.source, keys) };
  });
}

/** Digits of a number: the source, how many keys, which, the length of the `User-Agent`. */
function rankOf(source: PanelSource, { board, model, userAgent, size }: MatchKeys): number {
  const present = [board, model, userAgent, size].map((key) => key !== undefined);
  const count = present.filter(Boolean).length;
  const which = Number.parseInt(present.map(Number).join(''), 2);
  const base = source === 'config' ? 1 : 0;
  return ((base * 8 + count) * 16 + which) * 1024 + Math.min(userAgent?.length ?? 0, 1023);
}
