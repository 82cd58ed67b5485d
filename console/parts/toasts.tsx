/** Short messages at the edge of the page: what was done, and what went wrong where no field is at fault. */
import { signal } from '@preact/signals';
import { describeError } from '../api/call.ts';
import { Link } from './link.tsx';

/** Where a message leads to. */
interface ToastLink {
  readonly to: string;
  readonly text: string;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly link: ToastLink | null;
}

const toasts = signal<readonly Toast[]>([]);
let last = 0;
/** A message about something done is read in a few seconds; an error stays until it is closed. */
const SHOWN_MS = 5_000;
/** One that leads somewhere has to be reached, too. */
const LINK_SHOWN_MS = 15_000;

/** Say that something was done. @param link to what was made of it */
export function say(text: string, link: ToastLink | null = null): void {
  const id = add(text, false, link);
  window.setTimeout(() => remove(id), link === null ? SHOWN_MS : LINK_SHOWN_MS);
}

/** Say what went wrong. */
export function sayError(cause: unknown): void {
  add(describeError(cause), true, null);
}

function add(text: string, isError: boolean, link: ToastLink | null): number {
  last += 1;
  // The same error again says nothing new.
  const others = toasts.value.filter((toast) => toast.text !== text);
  toasts.value = [...others, { id: last, text, isError, link }].slice(-4);
  return last;
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** All messages; rendered once, by the shell. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, isError, link }) => (
        <div key={id} class={isError ? 'toast error' : 'toast'}>
          <span>
            {text} {link !== null && <Link to={link.to}>{link.text}</Link>}
          </span>
          <button type="button" class="button quiet" aria-label="Dismiss" onClick={() => remove(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
