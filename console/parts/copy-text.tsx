/** A text to copy, such as an address or a command. */
import { Button } from './button.tsx';
import { say } from './toasts.tsx';

export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span class="copy">
      <code>{text}</code>
      <Button kind="quiet" label={`Copy ${what}`} onPress={() => copy(text, what)}>
        Copy
      </Button>
    </span>
  );
}

/** Without TLS browsers have no clipboard; then the text is selected by hand. */
async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    say(`Copied ${what}.`);
  }
}
