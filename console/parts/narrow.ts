/** Whether the window is too narrow for a table: the same width as in the style sheets. */
import { type Signal, signal } from '@preact/signals';

const NARROW = globalThis.matchMedia('(max-width: 699px)');

export const isNarrow: Signal<boolean> = signal(NARROW.matches);

NARROW.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
