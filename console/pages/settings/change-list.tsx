/** Values of the config before and after a change, by their paths. */
import { countText } from '../../parts/time-text.ts';

interface Change {
  readonly path: string;
  /** Undefined where there was none. */
  readonly from?: unknown;
  /** Undefined where there is none. */
  readonly to?: unknown;
}

export function ChangeList({
  changes,
  more,
}: {
  readonly changes: readonly Change[];
  readonly more: number;
}) {
  if (changes.length === 0) return null;
  return (
    <ul class="changes">
      {changes.map(({ path, from, to }) => (
        <li key={path}>
          <code>{path}</code>: <ValueText value={from} /> <span aria-hidden="true">→</span>
          <span class="hidden-text">becomes</span> <ValueText value={to} />
        </li>
      ))}
      {more > 0 && <li class="muted">and {countText(more, 'further change')}</li>}
    </ul>
  );
}

function ValueText({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span class="muted">nothing</span>;
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
