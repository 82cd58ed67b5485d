/** A chart with what belongs to it: heading, legend, and the same figures as a table. */
import { type Markup, type MarkupValue, markup } from '../markup.ts';

/** An entry of a legend: how a line looks, and what it is. */
export interface LegendEntry {
  readonly kind: string;
  readonly shape: 'line' | 'area' | 'dot' | 'cross';
  readonly text: string;
}

/** A column is a name and, for each row, a text. */
export interface FigureTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface FigureParts {
  readonly heading: string;
  readonly note?: MarkupValue;
  readonly legend?: readonly LegendEntry[];
  readonly chart: MarkupValue;
  readonly table?: FigureTable;
  /** Takes half of a wide screen. */
  readonly half?: boolean;
}

/** A chart and its surroundings. */
export function figure({
  heading,
  note = null,
  legend = [],
  chart,
  table,
  half = false,
}: FigureParts): Markup {
  return markup`<figure class="${half ? 'figure half' : 'figure'}">
<figcaption><h3>${heading}</h3>${note === null ? null : markup`<p class="note">${note}</p>`}</figcaption>
${legend.length === 0 ? null : markup`<ul class="legend">${legend.map(legendItem)}</ul>`}
<div class="canvas">${chart}</div>
${table === undefined ? null : tableDetails(table)}
</figure>`;
}

function legendItem({ kind, shape, text }: LegendEntry): Markup {
  return markup`<li><svg class="key" width="24" height="12" aria-hidden="true">${keyShape(kind, shape)}</svg>${text}</li>`;
}

function keyShape(kind: string, shape: LegendEntry['shape']): Markup {
  switch (shape) {
    case 'line':
      return markup`<path class="line ${kind}" d="M1 6H23"/>`;
    case 'area':
      return markup`<rect class="area ${kind}" x="1" y="1" width="22" height="10"/>`;
    case 'dot':
      return markup`<circle class="dot ${kind}" cx="12" cy="6" r="3"/>`;
    case 'cross':
      return markup`<path class="cross ${kind}" d="M8 2L16 10M16 2L8 10"/>`;
  }
}

function tableDetails({ caption, columns, rows }: FigureTable): Markup {
  return markup`<details class="as-table"><summary>Figures as a table</summary>
<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table><caption class="hidden">${caption}</caption>
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(([first = '', ...others]) => markup`<tr><th scope="row">${first}</th>${others.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></details>`;
}
