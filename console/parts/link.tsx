/** A link to a place of the console, which opens without loading the page anew. */
import type { ComponentChildren } from 'preact';
import { hrefOf, navigate } from './location.ts';

interface LinkProps {
  /** Below the console, such as `/devices/AA:BB:CC:DD:EE:FF`. */
  readonly to: string;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Link({ to, class: className, current = false, label, title, children }: LinkProps) {
  return (
    <a
      href={hrefOf(to)}
      class={className}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      title={title}
      onClick={(event) => {
        // With a key held the browser opens it elsewhere.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

/** The fleet, with a filter for one value, which is meant as it is: a comma would part it. */
export function fleetPath(filter: 'tag' | 'group', value: string): string {
  return `/?${filter}=${encodeURIComponent(value.replaceAll(',', '*'))}`;
}

/** The place of a device. */
export function devicePath(key: string): string {
  return `/devices/${encodeURIComponent(key)}`;
}
