/**
 * A table of which only the rows in sight are in the page, so that ten thousand scroll as smoothly as ten. All rows are
 * equally high, so which are in sight is two divisions, and `@tanstack/virtual-core` would save nothing. With arrow keys the focus goes from row to row, with Enter a row is opened, with the space bar selected.
 */
import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { focusRow } from './row-focus.ts';
import { type RowIdentity, useTablePlace } from './table-place.ts';

export interface Column<Row> {
  readonly name: string;
  readonly title: string;
  /** A track of a CSS grid, such as `minmax(8rem, 2fr)`. */
  readonly track: string;
  /** Named in the order of the rows, where they can be sorted by it. */
  readonly sort?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** How many rows there are, loaded or not. */
  readonly total: number;
  /** The row of a place; undefined for one that is not loaded yet. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  readonly rowPx: number;
  /** The order, such as `-last_seen`. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Called when other rows come into sight. */
  readonly onSight: (first: number, last: number) => void;
  readonly onOpen: (row: Row) => void;
  /** What the rows are of: when it changes, the table begins at its top. */
  readonly about: string;
  /** Without it the table begins at its top each time. */
  readonly identity?: RowIdentity<Row>;
  readonly onToggle?: (row: Row, extend: boolean) => void;
  readonly isSelected?: (row: Row) => boolean;
  /** What the first cell of the head holds, before the columns. */
  readonly headStart?: ComponentChildren;
}

/** Rows above and below those in sight, for quick scrolling. */
const SPARE_ROWS = 6;

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, total, rowPx, onSight } = props;
  const box = useRef<HTMLDivElement>(null);
  const first = useSignal(0);
  const count = useSignal(30);
  const active = useSignal(0);
  const last = useComputed(() => first.value + count.value);
  const follow = (): void => {
    const element = box.current;
    if (element === null) return;
    first.value = Math.max(Math.floor(element.scrollTop / rowPx) - SPARE_ROWS, 0);
    count.value = Math.ceil(element.clientHeight / rowPx) + 2 * SPARE_ROWS;
  };
  useEffect(() => {
    follow();
    const observer = new ResizeObserver(follow);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, [rowPx]);
  useTablePlace(props, box, active);
  const end = Math.min(last.value, total);
  const begin = Math.min(first.value, end);
  useEffect(() => onSight(begin, end), [begin, end, total]);
  const places = Array.from({ length: end - begin }, (_, index) => begin + index);
  return (
    <div
      ref={box}
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-multiselectable={props.onToggle !== undefined}
      tabIndex={-1}
      onScroll={follow}
      onKeyDown={(event) => onKey(event, props, active, box.current)}
    >
      <Head {...props} />
      <div class="rows" role="rowgroup" style={{ height: `${total * rowPx}px` }}>
        {places.map((index) => (
          <TableRow
            key={index}
            index={index}
            isActive={index === Math.min(active.value, total - 1)}
            {...props}
            onFocusIn={() => (active.value = index)}
          />
        ))}
      </div>
    </div>
  );
}

function Head<Row>({ columns, sort, onSort, headStart }: VirtualTableProps<Row>) {
  return (
    <div class="head" role="rowgroup">
      <div
        class="row"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: tracksOf(columns, headStart) }}
      >
        {headStart !== undefined && (
          <div class="cell" role="columnheader">
            {headStart}
          </div>
        )}
        {columns.map(({ name, title, sort: sortName }) => {
          const isDown = sort === `-${sortName}`;
          const isSorted = isDown || sort === sortName;
          return (
            <div
              key={name}
              class="cell"
              data-column={name}
              role="columnheader"
              aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
            >
              {sortName === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  class="sort"
                  onClick={() => onSort(sort === sortName ? `-${sortName}` : sortName)}
                >
                  {title}
                  <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ''}</span>
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface TableRowProps<Row> extends VirtualTableProps<Row> {
  readonly index: number;
  readonly isActive: boolean;
  /** The row, or something in it. */
  readonly onFocusIn: () => void;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { columns, rowAt, index, rowPx, onOpen, onToggle, isSelected, headStart, isActive } = props;
  const row = rowAt(index);
  const selected = row !== undefined && isSelected?.(row) === true;
  return (
    <div
      class="row"
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected === undefined ? undefined : selected}
      tabIndex={isActive ? 0 : -1}
      style={{
        top: `${index * rowPx}px`,
        height: `${rowPx}px`,
        gridTemplateColumns: tracksOf(columns, headStart),
      }}
      onFocusIn={props.onFocusIn}
      onClick={(event) => {
        if (row === undefined || (event.target as Element).closest('a, button, input, label') !== null)
          return;
        onOpen(row);
      }}
    >
      {row !== undefined && onToggle !== undefined && (
        <div class="cell" role="gridcell">
          <label class="pick">
            <input
              type="checkbox"
              tabIndex={-1}
              checked={selected}
              aria-label={`Select ${props.keyOf(row)}`}
              onClick={(event) => onToggle(row, event.shiftKey)}
            />
          </label>
        </div>
      )}
      {row !== undefined &&
        columns.map(({ name, cell }) => (
          <div key={name} class="cell" data-column={name} role="gridcell">
            {cell(row)}
          </div>
        ))}
      {row === undefined && (
        <div class="cell waiting" role="gridcell">
          …
        </div>
      )}
    </div>
  );
}

function tracksOf<Row>(columns: readonly Column<Row>[], headStart: ComponentChildren): string {
  const own = columns.map(({ track }) => track).join(' ');
  return headStart === undefined ? own : `2.5rem ${own}`;
}

function onKey<Row>(
  event: KeyboardEvent,
  props: VirtualTableProps<Row>,
  active: Signal<number>,
  box: HTMLElement | null,
): void {
  if (event.target !== box && !(event.target as Element).matches('.rows > .row')) return;
  const page = Math.max(Math.floor((box?.clientHeight ?? 0) / props.rowPx) - 2, 1);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -props.total,
    End: props.total,
  };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    active.value = Math.min(Math.max(active.value + step, 0), props.total - 1);
    focusRow(box, active, props.rowPx);
    return;
  }
  const row = props.rowAt(active.value);
  if (row === undefined) return;
  if (event.key === 'Enter') props.onOpen(row);
  if (event.key !== ' ' || props.onToggle === undefined) return;
  event.preventDefault();
  props.onToggle(row, event.shiftKey);
}
