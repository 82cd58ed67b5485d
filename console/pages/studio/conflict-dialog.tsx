/** A file was changed on disk while it was edited here: both texts, and what to do. */
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import type { OpenFile } from './open-file.ts';
import { type DifferenceLine, differenceOf } from './text-difference.ts';
import { workspace } from './workspace.ts';

export function ConflictDialog({ file, onClose }: { readonly file: OpenFile; readonly onClose: () => void }) {
  const other = file.other.value;
  if (other === null) return null;
  const isGone = other.text === null || other.digest === null;
  const takeTheirs = (): void => {
    if (other.text === null || other.digest === null) workspace.close(file.key);
    else file.replace(other.text, other.digest);
    onClose();
  };
  const overwrite = async (): Promise<void> => {
    file.keepOwn(other);
    try {
      if (!(await workspace.save(file))) return;
      say(`Saved ${file.path}.`);
      onClose();
    } catch (cause) {
      sayError(cause);
    }
  };
  const shown = differenceOf((other.text ?? '').replaceAll('\r\n', '\n'), file.text.value);
  return (
    <Dialog title={`${file.path} has changed on disk`} onClose={onClose} wide>
      <div class="form">
        <p>
          {isGone
            ? 'The file was removed since you opened it.'
            : 'Somebody saved another text since you opened it. Lines that differ are marked.'}
        </p>
        <div class="both-texts">
          <DifferenceText title="On disk" lines={isGone ? [] : shown.one} />
          <DifferenceText title="Yours" lines={shown.other} />
        </div>
        <div class="actions">
          <Button onPress={takeTheirs}>Take theirs</Button>
          <Button kind="danger" onPress={overwrite}>
            Overwrite
          </Button>
          <Button onPress={onClose}>Keep editing</Button>
        </div>
      </div>
    </Dialog>
  );
}

function DifferenceText({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly DifferenceLine[];
}) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get there */}
      <pre tabIndex={0}>
        {lines.length === 0 && <span class="muted">Nothing</span>}
        {lines.map(({ number, text, differs }) => (
          <span key={number} class={differs ? 'differs' : undefined}>
            {String(number).padStart(4)} {differs ? '▌' : ' '} {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}
