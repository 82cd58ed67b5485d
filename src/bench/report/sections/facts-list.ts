/** What was run, and what it used, as a list of the report. */
import { type Markup, markup } from '../markup.ts';
import type { Fact } from '../text/facts.ts';

/** Names and their sentences. */
export function factList(facts: readonly Fact[]): Markup {
  return markup`<dl class="facts">${facts.map(
    ({ name, text }) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`,
  )}</dl>`;
}
