/** The present, for texts such as "3 min ago": it moves every few seconds. */
import { signal } from '@preact/signals';

export const now = signal(Date.now());

window.setInterval(() => {
  // A page that nobody sees need not move.
  if (!document.hidden) now.value = Date.now();
}, 5_000);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) now.value = Date.now();
});
