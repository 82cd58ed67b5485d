/** An input whose text counts a moment after the last key. */
import { useEffect, useRef } from 'preact/hooks';

/** Asked for so long after the last key. */
const TYPING_MS = 250;

interface DelayedInputProps {
  readonly id?: string;
  readonly type?: 'search' | 'text';
  readonly label?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

export function DelayedInput({ label, value, onValue, type = 'text', ...control }: DelayedInputProps) {
  const waiting = useRef<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The address may change by itself, as with "Clear all"; what is being typed stays.
    const element = input.current;
    if (element !== null && waiting.current === null && element.value.trim() !== value) element.value = value;
  }, [value]);
  const shared = {
    ...control,
    ref: input,
    'aria-label': label,
    defaultValue: value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => {
      const text = event.currentTarget.value.trim();
      if (waiting.current !== null) window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => {
        waiting.current = null;
        onValue(text);
      }, TYPING_MS);
    },
  };
  return type === 'search' ? <input {...shared} type="search" /> : <input {...shared} type="text" />;
}
