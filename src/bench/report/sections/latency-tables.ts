/** Tables of the report: the percentiles of each route and each stage, and the errors. */
import type { BenchResult, ErrorCount, Latency } from '../../result.ts';
import { percent } from '../charts/frame.ts';
import { calledRoutes, measuredStages, type NamedLatency } from '../figures.ts';
import { foreignLine } from '../foreign-line.ts';
import { type Markup, markup } from '../markup.ts';
import { countedText, countText, msText, shareText } from '../units.ts';

/** Kinds of errors that are shown. */
const MAX_ERRORS = 40;

const FIGURES = [
  ['p50', 'p50'],
  ['p90', 'p90'],
  ['p99', 'p99'],
  ['p99.9', 'p999'],
  ['max', 'max'],
] as const satisfies readonly (readonly [string, keyof Latency])[];

function nameCell({ name, latency, meaning }: NamedLatency<string>): Markup {
  return markup`<th scope="row"><span class="name">${name}</span> <span class="meaning">${meaning}</span> <span class="count">${countedText(latency.count, 'time')}</span></th>`;
}

/** Percentiles of the routes; null where nothing was called. */
export function routeTable(result: BenchResult): Markup | null {
  const routes = calledRoutes(result);
  if (routes.length === 0) return null;
  return markup`<table class="figures percentiles"><caption class="hidden">Latency of the routes</caption>
<thead><tr><th scope="col">route</th>${FIGURES.map(([name]) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${routes.map(
    (route) =>
      markup`<tr>${nameCell(route)}${FIGURES.map(([, key]) => markup`<td>${msText(route.latency[key])}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** Percentiles of the stages with bars; null where the server did not tell. */
export function stageTable(result: BenchResult): Markup | null {
  const stages = measuredStages(result);
  if (stages.length === 0) return null;
  const longest = Math.max(...stages.map(({ latency }) => latency.p99), 1e-9);
  const total = stages.reduce((sum, { latency }) => sum + latency.count * latency.mean, 0);
  const rows = stages.map((stage) => {
    const { p50, p99, max, count, mean } = stage.latency;
    const share = total === 0 ? 0 : (count * mean) / total;
    return markup`<tr>${nameCell(stage)}<td>${msText(p50)}</td><td>${msText(p99)}</td><td>${msText(max)}</td><td>${shareText(share)}</td><td class="bars">${stageBar(p50 / longest, p99 / longest)}</td></tr>`;
  });
  return markup`<table class="figures percentiles stages"><caption class="hidden">Time of the stages</caption>
<thead><tr><th scope="col">stage</th><th scope="col">p50</th><th scope="col">p99</th><th scope="col">max</th><th scope="col">of all</th><th scope="col" class="bars">p50 and p99</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** The dark part is p50, and the outlined one ends at p99. */
function stageBar(p50: number, p99: number): Markup {
  return markup`<svg class="stage-bar" width="100%" height="14" aria-hidden="true"><rect class="p99" x="0" y="1" width="${percent(Math.max(p99 * 0.995, 0.004))}" height="12"/><rect class="p50" x="0" y="1" width="${percent(Math.max(p50 * 0.995, 0.004))}" height="12"/></svg>`;
}

/** The kinds of errors; null where no call failed. */
export function errorTable(errors: readonly ErrorCount[]): Markup | null {
  if (errors.length === 0) return null;
  const sorted = errors.toSorted((a, b) => b.count - a.count);
  const more = sorted.length - MAX_ERRORS;
  return markup`<ul class="errors">${sorted
    .slice(0, MAX_ERRORS)
    .map(
      ({ kind, route, count, example }) =>
        markup`<li><p><strong class="number">${countText(count)}</strong> <strong>${foreignLine(kind)}</strong> <span class="meaning">in ${route}</span></p><p class="example"><span class="meaning">The first:</span> <code>${foreignLine(example)}</code></p></li>`,
    )}</ul>${more > 0 ? markup`<p class="note">… and ${countedText(more, 'more kind')}.</p>` : null}`;
}
