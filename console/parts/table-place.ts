/** Where in a table the user is: kept while another page is looked at, and found again on the way back. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { keepPlace, keptPlace } from './location.ts';
import { focusRow } from './row-focus.ts';

/** How rows are found again, when the user comes back to the page. */
export interface RowIdentity<Row> {
  readonly idOf: (row: Row) => string;
  /** Undefined for a row that is not loaded, or gone. */
  readonly placeOf: (id: string) => number | undefined;
}

/** What of a table it takes. */
interface PlacedTable<Row> {
  readonly about: string;
  readonly total: number;
  readonly rowPx: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly identity?: RowIdentity<Row>;
}

interface TablePlace {
  /** What the rows were of: another list has other places. */
  readonly about: string;
  /** Id of the row with the focus; null where it was not loaded. */
  readonly id: string | null;
  readonly index: number;
  /** How far below the upper edge of the table the row was. */
  readonly offsetPx: number;
  /** How far the page itself was scrolled. */
  readonly pagePx: number;
}

/** What the user does by hand counts more than where they were. */
const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const;

export function useTablePlace<Row>(
  table: PlacedTable<Row>,
  box: { readonly current: HTMLElement | null },
  active: Signal<number>,
): void {
  const current = useRef(table);
  current.current = table;
  const wanted = useRef<TablePlace | null>(null);
  useEffect(() => {
    const kept = table.identity === undefined ? null : (keptPlace() as TablePlace | null);
    wanted.current = kept?.about === table.about ? kept : null;
    active.value = wanted.current?.index ?? 0;
    if (box.current !== null && wanted.current === null) box.current.scrollTop = 0;
  }, [table.about]);
  useEffect(() => {
    if (table.identity === undefined) return;
    const giveUp = (): void => {
      wanted.current = null;
    };
    for (const name of BY_HAND) globalThis.addEventListener(name, giveUp, { passive: true });
    const stop = keepPlace(() => placeNow(current.current, box.current, active.value));
    return () => {
      stop();
      for (const name of BY_HAND) globalThis.removeEventListener(name, giveUp);
    };
  }, []);
  // With each page of rows that is loaded, until the row is there.
  useEffect(() => {
    const { current: place } = wanted;
    if (place === null || box.current === null || table.total === 0) return;
    if (returnTo(place, table, box.current, active)) wanted.current = null;
  });
}

function placeNow<Row>(
  { about, rowPx, rowAt, identity }: PlacedTable<Row>,
  box: HTMLElement | null,
  index: number,
): TablePlace {
  const row = rowAt(index);
  return {
    about,
    id: row === undefined ? null : (identity?.idOf(row) ?? null),
    index,
    offsetPx: index * rowPx - (box?.scrollTop ?? 0),
    pagePx: globalThis.scrollY,
  };
}

/** Scroll to where the row is. False while it is not loaded. */
function returnTo<Row>(
  { id, index: last, offsetPx, pagePx }: TablePlace,
  { total, rowPx, rowAt, identity }: PlacedTable<Row>,
  box: HTMLElement,
  active: Signal<number>,
): boolean {
  const found = id === null ? undefined : identity?.placeOf(id);
  const index = Math.min(found ?? last, total - 1);
  box.scrollTop = index * rowPx - offsetPx;
  if (found === undefined && rowAt(index) === undefined) return false;
  globalThis.scrollTo(0, pagePx);
  active.value = index;
  focusRow(box, active, rowPx);
  return true;
}
