/** A text with the numbers of its lines, and marks at those with a problem. */
import { useRef } from 'preact/hooks';

export interface LineMark {
  readonly line: number;
  readonly isError: boolean;
}

interface ConfigEditorProps {
  readonly text: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly marks?: readonly LineMark[];
  readonly onInput?: (text: string) => void;
  /** Takes the field, for `goToLine`. */
  readonly onField?: (field: HTMLTextAreaElement | null) => void;
}

export function ConfigEditor({ text, label, readOnly, marks = [], onInput, onField }: ConfigEditorProps) {
  const numbers = useRef<HTMLDivElement>(null);
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return (
    <div class="config-editor">
      <div class="numbers" aria-hidden="true" ref={numbers}>
        <pre>{Array.from({ length: count }, (_, index) => index + 1).join('\n')}</pre>
        {marks.map(({ line, isError }) => (
          <span
            key={`${line} ${isError}`}
            class={isError ? 'mark error' : 'mark'}
            style={{ top: `calc(${line - 1} * var(--line-height) + var(--pad))` }}
          />
        ))}
      </div>
      <textarea
        ref={onField ?? null}
        aria-label={label}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        readOnly={readOnly}
        value={text}
        onInput={(event) => onInput?.(event.currentTarget.value)}
        onScroll={(event) => {
          if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

/** Put the cursor at a place, with a few lines above it in sight. @param line from 1 */
export function goToLine(field: HTMLTextAreaElement, line: number, column: number): void {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = field.value.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  const end = field.value.indexOf('\n', start);
  field.focus();
  field.setSelectionRange(
    Math.min(start + column - 1, end === -1 ? field.value.length : end),
    end === -1 ? field.value.length : end,
  );
  field.scrollTop = (line - 4) * Number.parseFloat(getComputedStyle(field).lineHeight);
}
