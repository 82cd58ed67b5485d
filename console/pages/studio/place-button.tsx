/** A line of a file, which opens in the editor. */
import { workspace } from './workspace.ts';

interface PlaceButtonProps {
  readonly handle: string;
  readonly screen: string | null;
  /** The files that there are: others have no place to lead to. */
  readonly paths: ReadonlySet<string>;
  readonly file: string | null;
  readonly line: number | null;
  readonly column?: number | null;
}

export function PlaceButton({ handle, screen, paths, file, line, column = null }: PlaceButtonProps) {
  if (file === null) return null;
  const text = line === null ? file : `${file}:${line}`;
  if (!paths.has(file)) return <code>{text}</code>;
  return (
    <button
      type="button"
      class="place"
      onClick={() => workspace.show({ handle, path: file }, screen, line, column)}
    >
      {text}
    </button>
  );
}
