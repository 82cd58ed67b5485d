/** A box that scrolls, also by the keyboard. */
import type { ComponentChildren } from 'preact';

interface ScrollBoxProps {
  readonly class: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

export function ScrollBox({ class: className, label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and holds no control is out of reach of the keyboard else
    <section class={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
