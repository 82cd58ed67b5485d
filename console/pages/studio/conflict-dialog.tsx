/** A file was changed on disk while it was edited here: both texts, and what to do. */
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import type { OpenFile } from './open-file.ts';
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

interface DifferenceLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly differs: boolean;
}

/** The same lines around a difference, so that its place is known. */
const AROUND = 3;
/** More lines are not read by anybody. */
const MOST_LINES = 400;

/** The part of two texts between the lines that both begin and end with. */
function differenceOf(
  one: string,
  other: string,
): { readonly one: readonly DifferenceLine[]; readonly other: readonly DifferenceLine[] } {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const shorter = Math.min(lines.length, others.length);
  let start = 0;
  while (start < shorter && lines[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && lines.at(-1 - end) === others.at(-1 - end)) end += 1;
  const cut = (all: readonly string[]): readonly DifferenceLine[] => {
    const from = Math.max(start - AROUND, 0);
    const last = all.length - end;
    return all.slice(from, Math.min(last + AROUND, from + MOST_LINES)).map((text, index) => ({
      number: from + index + 1,
      text,
      differs: from + index >= start && from + index < last,
    }));
  };
  return { one: cut(lines), other: cut(others) };
}
