/** Chart: the p99 of each step of a search for the knee, by its rate. */
import type { Knee, RampStep } from '../../result.ts';
import { type Markup, markup } from '../markup.ts';
import { countText, countTick, msOrDash, msText, msTick, NBSP, rateText, shareText } from '../units.ts';
import { figure } from './figure.ts';
import { drawChart, type Plot, percent } from './frame.ts';
import { latencyScale, linearScale, type Scale } from './scale.ts';
import { linePath, stretched } from './strokes.ts';

/** The figure; null where the search made no step. */
export function rampChart(knee: Knee): Markup | null {
  const steps = knee.steps.toSorted((a, b) => a.ratePerSecond - b.ratePerSecond);
  if (steps.length === 0) return null;
  const x = linearScale(Math.max(...steps.map(({ ratePerSecond }) => ratePerSecond)), 5);
  const times = steps.flatMap(({ p50, p99 }) => [p50, p99]).filter((ms) => ms !== null);
  const y = latencyScale([...times, knee.limits.p99Ms]);
  const kept = steps.filter(({ failure }) => failure === null).length;
  const chart = drawChart({
    id: 'ramp',
    title: 'Latency by rate',
    description: `p99 of whole cycles in ${countText(steps.length)} steps, of which the server kept ${countText(kept)}.${knee.ratePerSecond === null ? '' : ` The knee is at ${rateText(knee.ratePerSecond)} wakes a second.`}`,
    plotHeight: 260,
    x: { scale: x, text: countTick },
    y: { scale: y, text: msTick },
    content: (plot) => [
      kneeMark(knee, x, plot),
      limitMark(knee, plot),
      stretched(plot, [line(steps, 'p50', 'first', x, plot), line(steps, 'p99', 'second', x, plot)]),
      steps.map((step) => stepMark(step, plot)),
    ],
  });
  return figure({
    heading: 'The search for the knee',
    note: `Each mark is a step of the search. A step is kept with a p99 of at most ${msText(knee.limits.p99Ms)} and at least ${shareText(knee.limits.servedShare)} of the wakes served.`,
    legend: [
      { kind: 'second', shape: 'dot', text: 'p99, kept' },
      { kind: 'bad', shape: 'cross', text: 'p99, not kept' },
      { kind: 'first', shape: 'line', text: 'p50' },
      { kind: 'due', shape: 'line', text: 'limit' },
    ],
    chart,
    table: {
      caption: 'Steps of the search',
      columns: ['wakes/s', 'served/s', 'p50', 'p99', 'errors', '429s', 'outcome'],
      rows: knee.steps.map((step) => [
        rateText(step.ratePerSecond),
        rateText(step.servedPerSecond),
        msOrDash(step.p50),
        msOrDash(step.p99),
        countText(step.errors),
        countText(step.held),
        step.failure ?? 'kept',
      ]),
    },
  });
}

function line(steps: readonly RampStep[], key: 'p50' | 'p99', kind: string, x: Scale, plot: Plot): Markup {
  return linePath(
    kind,
    steps.map((step) => {
      const ms = step[key];
      return ms === null ? null : { x: x.at(step.ratePerSecond), y: plot.y(ms) };
    }),
  );
}

/** A step of which nothing was served stands at the top. */
function stepMark({ ratePerSecond, p99, failure }: RampStep, plot: Plot): Markup {
  const x = plot.x(ratePerSecond);
  const y = p99 === null ? plot.top : plot.y(p99);
  const text = `${rateText(ratePerSecond)} wakes/s: p99 ${msOrDash(p99)}, ${failure ?? 'kept'}`;
  if (failure === null)
    return markup`<circle class="dot second" cx="${x}" cy="${y}" r="4"><title>${text}</title></circle>`;
  return markup`<svg class="at" x="${x}" y="${y}"><path class="cross bad" d="M-4 -4L4 4M4 -4L-4 4"><title>${text}</title></path></svg>`;
}

function kneeMark({ ratePerSecond, searches }: Knee, x: Scale, plot: Plot): Markup | null {
  if (ratePerSecond === null) return null;
  const found = searches.filter((rate) => rate !== null);
  const from = x.at(Math.min(...found, ratePerSecond));
  const to = x.at(Math.max(...found, ratePerSecond));
  const at = x.at(ratePerSecond);
  const anchor = at > 0.8 ? 'end' : at < 0.2 ? 'start' : 'middle';
  return markup`<rect class="knee-range" x="${percent(from)}" width="${percent(to - from)}" y="${plot.top}" height="${plot.bottom - plot.top}"/>
<line class="line knee" x1="${percent(at)}" x2="${percent(at)}" y1="${plot.top - 4}" y2="${plot.bottom}"/>
<text class="label knee" x="${percent(at)}" y="${plot.top - 8}" text-anchor="${anchor}">knee${NBSP}${rateText(ratePerSecond)}/s</text>`;
}

function limitMark({ limits }: Knee, plot: Plot): Markup {
  const y = plot.y(limits.p99Ms);
  const labelY = y - 18 < plot.top ? y + 14 : y - 5;
  return markup`<line class="line due" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="label" x="4" y="${labelY}">limit${NBSP}${msTick(limits.p99Ms)}</text>`;
}
