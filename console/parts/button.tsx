/** A button. While its action runs it is busy, and a second press does nothing. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  /** A promise keeps the button busy until it ends. */
  readonly onPress?: () => unknown;
  /** `primary`: what the page is for. `danger`: what cannot be undone. `quiet`: without a frame. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** For buttons without a text. */
  readonly label?: string;
  readonly title?: string;
  readonly pressed?: boolean;
}

export function Button({
  children,
  onPress,
  kind = 'plain',
  type = 'button',
  disabled,
  label,
  title,
  pressed,
}: ButtonProps) {
  const busy = useSignal(false);
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={disabled}
      aria-busy={busy.value}
      aria-label={label}
      aria-pressed={pressed}
      title={title}
      onClick={() => {
        if (busy.value || onPress === undefined) return;
        const result = onPress();
        if (!(result instanceof Promise)) return;
        busy.value = true;
        void result.finally(() => {
          busy.value = false;
        });
      }}
    >
      {children}
    </button>
  );
}
