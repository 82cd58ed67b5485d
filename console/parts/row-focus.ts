/** The focus of a row of a table of which only the rows in sight are in the page. */

/** Scroll to a row and give it the focus, once it is in the page. */
export function focusRow(box: HTMLElement | null, index: number, rowPx: number): void {
  if (box === null) return;
  const headPx = box.querySelector('.head')?.clientHeight ?? 0;
  const top = index * rowPx;
  const room = box.clientHeight - headPx;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowPx > box.scrollTop + room) box.scrollTop = top + rowPx - room;
  const focus = (): void =>
    box.querySelector<HTMLElement>(`.rows > [data-index="${index}"]`)?.focus({ preventScroll: true });
  focus();
  // Where it was far away, the rows there are rendered at the next frames.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
