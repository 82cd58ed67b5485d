/**
 * What Stipple has to reach beside another server for the same devices: the one table of these goals.
 *
 * Source: byonk 0.6 and 0.19 and Stipple's first version on one machine of two cores, client included, one after the
 * other, medians of two runs, on 2026-11-22. Goals are ratios to byonk 0.6; where there is no ratio, they were set on
 * that machine. All screens are those of `benchmarks/screens`.
 */

/** The yardsticks of the machine on which the peer was measured. */
export const PEER_MACHINE = { plainMpix: 42, emptyNodeMs: 90 } as const;

/** What a figure depends on: the speed of the processor, the time to start Node, or no machine at all. */
export type Scale = 'processor' | 'start' | 'none';

export interface PeerGoal {
  /** The peer's figure on its machine; null where there is none. */
  readonly peer: number | null;
  /** What is asked of Stipple, as a reader says it; null where the figure is only shown. */
  readonly asked: string | null;
  /** The same as a figure of the peer's machine. */
  readonly goal: number | null;
  readonly scale: Scale;
}

const ratio = (peer: number, times: number, asked: string, scale: Scale = 'processor'): PeerGoal => ({
  peer,
  asked,
  goal: peer * times,
  scale,
});
const fixed = (goal: number, asked: string, scale: Scale, peer: number | null = null): PeerGoal => ({
  peer,
  asked,
  goal,
  scale,
});
const shown = (peer: number | null): PeerGoal => ({ peer, asked: null, goal: null, scale: 'none' });

const LARGEST_MB = 250;
const LARGEST_WITH_PHOTOS_MB = 300;

/** By the name of the figure, in the order in which they are shown. */
export const PEER_GOALS: Readonly<Record<string, PeerGoal>> = {
  // 8 times the peer's 31 ms would be 248 ms: this is the stricter one.
  start: fixed(2.5 * PEER_MACHINE.emptyNodeMs, '≤ 2.5 empty Nodes', 'start', 31),
  'first-after-health': ratio(29, 5, '≤ 5 ×'),
  'first-after-ready': ratio(29, 2, '≤ 2 ×'),
  'display-first': ratio(2.3, 1, '≤ 1 ×'),
  'display-rate-new-first': ratio(1317, 1, '≥ 1 ×'),
  'display-rate-new': ratio(1317, 1, '≥ 1 ×'),
  'display-rate-first': ratio(1317, 2, '≥ 2 ×'),
  'display-rate': ratio(1317, 2, '≥ 2 ×'),
  'image-cold-board-og-first': ratio(30.8, 1 / 4, '≤ 1/4 ×'),
  'image-cold-board-og': ratio(30.8, 1 / 4, '≤ 1/4 ×'),
  'image-cold-gradients-og-first': ratio(35, 1 / 2.5, '≤ 1/2.5 ×'),
  'image-cold-gradients-og': ratio(35, 1 / 2.5, '≤ 1/2.5 ×'),
  'image-cold-board-x-first': ratio(153, 1 / 8, '≤ 1/8 ×'),
  'image-cold-board-x': ratio(153, 1 / 8, '≤ 1/8 ×'),
  'image-cold-photo-og-first': shown(null),
  'image-cold-photo-og': shown(null),
  'image-hot': ratio(32, 1 / 40, '≤ 1/40 ×'),
  'image-hot-rate': ratio(85, 40, '≥ 40 ×'),
  'cycle-rate-first': shown(75),
  'cycle-rate': ratio(75, 4, '≥ 4 ×'),
  'burst-refused': fixed(0, 'none', 'none'),
  'burst-held': shown(null),
  'worst-under-load': ratio(230, 1 / 3, '≤ 1/3 ×'),
  // Smaller than those of both, which are smallest with 0.19.
  'bytes-board': fixed(11_400, '≤ both', 'none', 18_700),
  'bytes-gradients': fixed(43_300, '≤ both', 'none', 62_500),
  'memory-idle-rss': shown(21),
  'memory-idle': shown(21),
  'memory-load-rss': fixed(LARGEST_MB, `≤ ${LARGEST_MB} MB`, 'none', 83),
  'memory-load': fixed(LARGEST_MB, `≤ ${LARGEST_MB} MB`, 'none', 83),
  'memory-photos-rss': fixed(LARGEST_WITH_PHOTOS_MB, `≤ ${LARGEST_WITH_PHOTOS_MB} MB`, 'none'),
  'memory-photos': fixed(LARGEST_WITH_PHOTOS_MB, `≤ ${LARGEST_WITH_PHOTOS_MB} MB`, 'none'),
  'main-thread-reused-ratio': fixed(0.2 / 0.13, '≤ 0.20/0.13', 'none'),
  'main-thread-fresh-ratio': fixed(0.3 / 0.13, '≤ 0.30/0.13', 'none'),
  'main-thread-health': fixed(0.13, '≤ 0.13 ms', 'processor'),
  'main-thread-display-reused': fixed(0.2, '≤ 0.20 ms', 'processor'),
  'main-thread-display-fresh': fixed(0.3, '≤ 0.30 ms', 'processor'),
  'main-thread-display-new': shown(null),
  'main-thread-cycle': shown(null),
};

/** The speeds of a machine, for goals that depend on them. */
export interface MachineSpeed {
  /** Of the plain loop, in Mpix/s; null where it cannot be built. */
  readonly plainMpix: number | null;
  readonly emptyNodeMs: number;
  /** Part of a core that the plain loop got: below 1 the machine had other work. Null where it cannot be built. */
  readonly coreShare: number | null;
}

/** How many times as long a piece of work takes on a machine as on the peer's; null where it is not known. */
function slowness(
  scale: Scale,
  { plainMpix, emptyNodeMs }: Pick<MachineSpeed, 'plainMpix' | 'emptyNodeMs'>,
): number | null {
  if (scale === 'none') return 1;
  if (scale === 'start') return emptyNodeMs / PEER_MACHINE.emptyNodeMs;
  return plainMpix === null ? null : PEER_MACHINE.plainMpix / plainMpix;
}

/** The goal for a machine; null where there is none, or where the speed of the machine is not known. */
export function goalFor(
  { goal, scale }: PeerGoal,
  better: 'lower' | 'higher',
  speed: MachineSpeed,
): number | null {
  const factor = slowness(scale, speed);
  if (goal === null || factor === null) return null;
  return better === 'lower' ? goal * factor : goal / factor;
}
