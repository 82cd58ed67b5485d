/**
 * The report of a run as one HTML file that loads nothing: styles and charts are in it, and it has no script. The charts
 * are our own: `uplot` needs a script and draws on a canvas; `echarts` renders SVG, but with inline styles,
 * which the policy of the page refuses, one width, one colour scheme, and nothing for those who do not see.
 */
import { createHash } from 'node:crypto';
import type { BenchResult } from '../result.ts';
import { latencyDistributions } from './charts/distributions.ts';
import { latencyOverTime } from './charts/latency-over-time.ts';
import { loadOverTime } from './charts/load-over-time.ts';
import { hasCourse } from './charts/pieces.ts';
import { rampChart } from './charts/ramp.ts';
import { serverOverTime } from './charts/server-over-time.ts';
import { percentileSpectrum } from './charts/spectrum.ts';
import type { Comparison } from './compare.ts';
import { calledRoutes, warningsOf } from './figures.ts';
import { foreignLine } from './foreign-line.ts';
import { headlineOf, type RunTone } from './headline.ts';
import { Markup, type MarkupValue, markup } from './markup.ts';
import { PAGE_STYLE } from './page-style.ts';
import { keyFigures } from './sections/cards.ts';
import { comparisonSection } from './sections/comparison.ts';
import { errorTable, routeTable, stageTable } from './sections/latency-tables.ts';
import { type Fact, planFacts, usageFacts } from './text/facts.ts';
import { countedText, momentText, secondsText } from './units.ts';

const TONES: Readonly<Record<RunTone, string>> = {
  good: '✓ good',
  doubtful: '! look closer',
  bad: '✕ bad',
};

/** Nothing may be loaded or sent, and only the one style of the page counts. */
function contentPolicy(): string {
  const digest = createHash('sha256').update(PAGE_STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
}

/**
 * The report as the text of an HTML file.
 * @param comparison  with an older run, if there is one
 */
export function resultPage(result: BenchResult, comparison: Comparison | null = null): string {
  const { tone, sentence } = headlineOf(result);
  const page = markup`<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="referrer" content="no-referrer"/>
<title>${sentence} · stipple bench</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<main>
<header>
<p class="brand"><strong>stipple bench</strong> ${foreignLine(result.plan.preset)}, ${foreignLine(momentText(result.startedAt))}</p>
<h1>${sentence}</h1>
<p class="verdict"><span class="pill ${tone}">${TONES[tone]}</span> ${summary(result)}</p>
${warningList(result)}
${keyFigures(result)}
</header>
${comparison === null ? null : comparisonSection(comparison)}
${errorSection(result)}
${rampSection(result)}
${latencySection(result)}
${stageSection(result)}
${courseSection(result)}
${section('run', 'The run', factList([...usageFacts(result), ...planFacts(result)]))}
${readingHelp()}
</main>
</body>
</html>
`;
  return `<!DOCTYPE html>\n${page.source}`;
}

function summary({ plan }: BenchResult): string {
  return `${countedText(plan.devices, 'device')} for ${secondsText(plan.durationSeconds)}`;
}

function section(id: string, heading: string, content: MarkupValue): Markup {
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${content}</section>`;
}

function warningList(result: BenchResult): Markup | null {
  const warnings = warningsOf(result);
  if (warnings.length === 0) return null;
  return markup`<ul class="warnings">${warnings.map((warning) => markup`<li>${warning}</li>`)}</ul>`;
}

function rampSection({ knee }: BenchResult): Markup | null {
  const chart = knee === null ? null : rampChart(knee);
  return chart === null ? null : section('ramp', 'Rate', chart);
}

function latencySection(result: BenchResult): Markup | null {
  const routes = calledRoutes(result);
  if (routes.length === 0) return null;
  const course = hasCourse(result.timeline) ? latencyOverTime(result.timeline) : null;
  const note = markup`<p class="note">All steps of the search together, also those beyond the knee.</p>`;
  return section('latency', 'Latency', [
    result.knee === null ? null : note,
    routeTable(result),
    markup`<div class="grid">${[course, latencyDistributions(routes), percentileSpectrum(routes)]}</div>`,
  ]);
}

function stageSection(result: BenchResult): Markup | null {
  const table = stageTable(result);
  if (table === null) return null;
  const note = markup`<p class="note">Where the server spends the time, as it says itself. The dark part of a bar is p50, the light one ends at p99; <em>of all</em> is the share of the time of all stages together.</p>`;
  return section('stages', 'Stages', [note, table]);
}

function errorSection({ errors }: BenchResult): Markup | null {
  const table = errorTable(errors);
  return table === null ? null : section('errors', 'Errors', table);
}

function courseSection({ timeline, machine }: BenchResult): Markup | null {
  if (!hasCourse(timeline)) return null;
  const charts = [loadOverTime(timeline), ...serverOverTime(timeline, machine.cores)];
  return section('course', 'Load', markup`<div class="grid">${charts}</div>`);
}

function readingHelp(): Markup {
  return markup`<footer><details><summary>How to read this</summary>
<p>A <em>wake</em> is what a device does when it wakes up: it asks what to show, fetches the picture if it is a new one, and may send its log. The times of all wakes were fixed before the run, and a latency counts from the time at which the wake was <em>due</em>: a server that stalls is charged for every device that waits, also for those that could not even ask.</p>
<p><em>p99</em> is the time that 99 of 100 calls stay below. The slowest devices of a fleet see it every day, so it says more than the mean. With few calls it is just the slowest one.</p>
<p>A <em>429</em> is no error: a busy server tells the device to come back later, and the device keeps its picture.</p></details></footer>`;
}

/** Names and their sentences. */
function factList(facts: readonly Fact[]): Markup {
  return markup`<dl class="facts">${facts.map(
    ({ name, text }) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`,
  )}</dl>`;
}
