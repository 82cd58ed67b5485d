/** The comparison with an older run, as a section of the report. */
import type { Comparison } from '../compare.ts';
import type { Difference } from '../comparison/differences.ts';
import type { ComparedFigure } from '../comparison/judge-change.ts';
import { foreignLine } from '../foreign-line.ts';
import { type Markup, markup } from '../markup.ts';
import { changeText, countedText, momentText, shareText } from '../units.ts';

/** The section. */
export function comparisonSection(comparison: Comparison): Markup {
  const { before, tone, sentence, planDifferences, machineDifferences, figures } = comparison;
  const since = foreignLine(`the run of ${momentText(before.startedAt)}, stipple ${before.stipple}`);
  const stages = figures.filter(({ group }) => group === 'stages');
  return markup`<section aria-labelledby="comparison"><h2 id="comparison">Compared with an older run</h2>
<p class="verdict-line ${tone}">${sentence}.</p>
<p class="note">With ${since}. A change is marked only if it is beyond the noise that both runs measured.</p>
${differenceList([...planDifferences, ...machineDifferences])}
${figureTable(
  'Figures before and now',
  figures.filter(({ group }) => group !== 'stages'),
)}
${stages.length === 0 ? null : stageDetails(stages)}</section>`;
}

function differenceList(differences: readonly Difference[]): Markup | null {
  if (differences.length === 0) return null;
  return markup`<ul class="warnings">${differences.map(
    ({ what, before, now }) => markup`<li>Other ${what}: ${before} before, ${now} now.</li>`,
  )}</ul>`;
}

/** Open where something has changed. */
function stageDetails(stages: readonly ComparedFigure[]): Markup {
  const changed = stages.filter(({ mark }) => mark === 'better' || mark === 'worse').length;
  const content = markup`<summary>Stages: ${changed === 0 ? 'no marked change' : countedText(changed, 'change')}</summary>${figureTable('Stages before and now', stages)}`;
  return changed === 0
    ? markup`<details>${content}</details>`
    : markup`<details open="open">${content}</details>`;
}

function figureTable(caption: string, figures: readonly ComparedFigure[]): Markup | null {
  if (figures.length === 0) return null;
  return markup`<table class="figures comparison"><caption class="hidden">${caption}</caption>
<thead><tr><th scope="col">figure</th><th scope="col">before</th><th scope="col">now</th><th scope="col">change</th><th scope="col">noise</th><th scope="col" class="remark">mark</th></tr></thead>
<tbody>${figures.map(figureRow)}</tbody></table>`;
}

function figureRow(one: ComparedFigure): Markup {
  const { name, mark, before, now, change, noise, remark } = one;
  const value = (figure: number | null): string => (figure === null ? '–' : one.text(figure));
  // A sign beside the word, so that a change is seen before it is read.
  const sign = mark !== 'better' && mark !== 'worse' ? '' : (now ?? 0) > (before ?? 0) ? '▲ ' : '▼ ';
  return markup`<tr class="${mark}"><th scope="row">${name}</th><td>${value(before)}</td><td>${value(now)}</td><td class="change">${change === null ? '' : changeText(change)}</td><td>${noise === null ? '–' : `±${shareText(noise)}`}</td><td class="remark">${sign}${remark}</td></tr>`;
}
