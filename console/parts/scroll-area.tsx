/** What may be wider or higher than its place, and is scrolled there, by the keyboard as well. */
import type { ComponentChildren } from 'preact';

interface ScrollAreaProps {
  /** What it holds, for those who come to it by the keyboard. */
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function ScrollArea({ label, class: className = 'scroll-x', children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll, in browsers that do not give it the focus by themselves
    <section class={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
