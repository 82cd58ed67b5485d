/** The focus of a row of a table of which only the rows in sight are in the page. */

import type { Signal } from '@preact/signals';

/** Scroll to the active row and give it the focus, once it is in the page. Until then the table takes the keys. */
export function focusRow(box: HTMLElement | null, active: Signal<number>, rowPx: number): void {
  if (box === null) return;
  const index = active.value;
  const headPx = box.querySelector('.head')?.clientHeight ?? 0;
  const top = index * rowPx;
  const room = box.clientHeight - headPx;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowPx > box.scrollTop + room) box.scrollTop = top + rowPx - room;
  const focus = (): void => {
    // A key that is held down has moved on: the row of this step would take its steps back.
    if (active.value !== index) return;
    const row = box.querySelector<HTMLElement>(`.rows > [data-index="${index}"]`);
    (row ?? box).focus({ preventScroll: true });
  };
  focus();
  // Where it was far away, the rows there are rendered at the next frames.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
