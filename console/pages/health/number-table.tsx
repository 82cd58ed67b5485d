/** A table of numbers under a heading: the first column is a name, the others are aligned at their end. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { ScrollArea } from '../../parts/scroll-area.tsx';

export interface NumberRow {
  readonly key: string;
  readonly cells: readonly ComponentChildren[];
  /** Length of its bar, from 0 to 1; without one the row has none. The numbers say the same. */
  readonly share?: number;
}

interface NumberTableProps {
  readonly title: string;
  readonly note?: string | undefined;
  /** Heads of all columns; the first, which has the names, may be empty. */
  readonly heads: readonly string[];
  readonly rows: readonly NumberRow[];
  /** What stands there instead of no rows. */
  readonly none?: string;
}

export function NumberTable({ title, note, heads, rows, none = '–' }: NumberTableProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 && <p class="muted">{none}</p>}
      {rows.length > 0 && note !== undefined && <p class="muted note">{note}</p>}
      {rows.length > 0 && (
        <ScrollArea label={title}>
          <table class="plain-table number-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head === '' ? <span class="hidden-text">Name</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [name, ...numbers], share }) => (
                <tr key={key}>
                  <th scope="row">
                    {name}
                    {share !== undefined && <Bar share={share} />}
                  </th>
                  {numbers.map((cell, index) => (
                    <td key={heads[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  );
}

function Bar({ share }: { readonly share: number }) {
  return (
    <span class="bar" aria-hidden="true">
      <span style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }} />
    </span>
  );
}
