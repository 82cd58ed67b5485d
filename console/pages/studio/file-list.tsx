/** The files of all sources, and what is made anew. */
import { useSignal } from '@preact/signals';
import { Button } from '../../parts/button.tsx';
import { hrefOf } from '../../parts/location.ts';
import { Tag } from '../../parts/tag.tsx';
import { NewFileDialog, NewScreenDialog } from './new-dialogs.tsx';
import { keyOf, LOCAL, type SourceFiles, screenOfFile, studioPath } from './source-files.ts';
import { workspace } from './workspace.ts';

interface FileListProps {
  readonly sources: readonly SourceFiles[];
  /** The source and file that are open. */
  readonly handle: string;
  readonly file: string | null;
  readonly screen: string | null;
  readonly onMade: () => Promise<void>;
}

export function FileList(props: FileListProps) {
  const { sources, handle, onMade } = props;
  const dialog = useSignal<'screen' | 'file' | null>(null);
  const wanted = useSignal('');
  const close = (): void => {
    dialog.value = null;
  };
  const isWritable = sources.some((source) => source.writable);
  return (
    <nav class="file-list" aria-label="Files">
      <div class="actions">
        <Button disabled={!isWritable} onPress={() => (dialog.value = 'screen')}>
          New screen…
        </Button>
        <Button disabled={!isWritable} onPress={() => (dialog.value = 'file')}>
          New file…
        </Button>
      </div>
      <input
        type="search"
        aria-label="Find a file"
        placeholder="Find a file"
        value={wanted.value}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      />
      {sources.map((source) => (
        <Source
          key={source.handle}
          {...props}
          source={source}
          wanted={wanted.value.trim().toLowerCase()}
          isOpen={source.handle === LOCAL || source.handle === handle || wanted.value.trim() !== ''}
        />
      ))}
      {dialog.value === 'screen' && <NewScreenDialog onClose={close} onMade={onMade} />}
      {dialog.value === 'file' && <NewFileDialog onClose={close} onMade={onMade} />}
    </nav>
  );
}

interface SourceProps extends FileListProps {
  readonly source: SourceFiles;
  readonly wanted: string;
  readonly isOpen: boolean;
}

function Source({ source, wanted, isOpen, handle, file, screen }: SourceProps) {
  const { name, writable, problem, truncated, files } = source;
  const paths = new Set(files.map(({ path }) => path));
  const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted));
  if (wanted !== '' && shown.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {name} {!writable && <Tag>read-only</Tag>}
      </summary>
      {problem !== null && <p class="muted">{problem}</p>}
      {problem === null && files.length === 0 && <p class="muted">No files yet.</p>}
      <ul>
        {shown.map(({ path, text }) => (
          <li key={path}>
            {text ? (
              <FileLink
                handle={source.handle}
                path={path}
                current={source.handle === handle && path === file}
                // A file that any screen may use is shown with the screen that is open.
                screen={source.handle === handle && screenOfFile(path, paths) === null ? screen : null}
              />
            ) : (
              <span class="muted">{path}</span>
            )}
          </li>
        ))}
      </ul>
      {truncated && <p class="muted">There are more files than are listed.</p>}
    </details>
  );
}

interface FileLinkProps {
  readonly handle: string;
  readonly path: string;
  readonly current: boolean;
  readonly screen: string | null;
  /** Its name instead of its path. */
  readonly label?: string;
}

/** A file to open. Unsaved text of others stays, so nothing is asked. */
export function FileLink({ handle, path, current, screen, label }: FileLinkProps) {
  const isUnsaved = workspace.files.value.get(keyOf({ handle, path }))?.isUnsaved.value === true;
  const cut = path.lastIndexOf('/') + 1;
  return (
    <a
      href={hrefOf(studioPath({ handle, path }, screen))}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        workspace.move({ handle, path }, screen);
      }}
    >
      {label ?? (
        <>
          <span class="muted">{path.slice(0, cut)}</span>
          {path.slice(cut)}
        </>
      )}
      {isUnsaved && (
        <span class="unsaved">
          <span aria-hidden="true"> ●</span>
          <span class="hidden-text"> (unsaved)</span>
        </span>
      )}
    </a>
  );
}
