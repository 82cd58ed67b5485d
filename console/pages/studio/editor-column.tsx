/** The editor with its tabs, what is wrong with the text, and saving. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CallError } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CodeEditor } from './editor/code-editor.tsx';
import { FileLink } from './file-list.tsx';
import { FindingList } from './finding-list.tsx';
import type { Findings } from './findings.ts';
import { CopyDialog } from './new-dialogs.tsx';
import type { OpenFile } from './open-file.ts';
import { filesOfScreen, type SourceFiles } from './source-files.ts';
import { workspace } from './workspace.ts';

/** What the desk and its parts are given: which file is open, and of what. */
export interface DeskProps {
  readonly source: SourceFiles;
  readonly paths: ReadonlySet<string>;
  readonly file: string;
  /** Path of the screen that is shown; null where the file is of none, and none was chosen. */
  readonly screen: string | null;
  /** There are other files now. */
  readonly onChanged: () => Promise<void>;
}

interface EditorColumnProps extends DeskProps {
  /** Null while it is read. */
  readonly opened: OpenFile | null;
  readonly findings: Findings;
}

type OpenDialog = 'conflict' | 'delete' | 'copy' | null;

export function EditorColumn(props: EditorColumnProps) {
  const { source, paths, file, screen, opened, findings, onChanged } = props;
  const { handle, writable } = source;
  const dialog = useSignal<OpenDialog>(null);
  const close = (): void => {
    dialog.value = null;
  };
  const save = async (): Promise<void> => {
    if (opened === null || !opened.writable || !opened.isUnsaved.peek()) return;
    try {
      if (await workspace.save(opened)) say(`Saved ${opened.path}.`);
      else dialog.value = 'conflict';
    } catch (cause) {
      sayError(cause);
    }
  };
  useSaveKeys(save);
  const all = findings.all.value ?? [];
  return (
    <section class="editor-column" aria-label="Editor">
      <header>
        <h1>
          <span class="muted">{handle}/</span>
          {screen ?? file}
        </h1>
        <EditorActions
          opened={opened}
          canCopy={!writable && screen !== null}
          onSave={save}
          onOpen={(name) => {
            dialog.value = name;
          }}
        />
      </header>
      <Tabs handle={handle} file={file} screen={screen} paths={paths} />
      {opened !== null && <OutsideNotice file={opened} onCompare={() => (dialog.value = 'conflict')} />}
      {opened === null ? (
        <p class="loading">Loading…</p>
      ) : (
        <CodeEditor file={opened} findings={all.filter((finding) => finding.file === file)} />
      )}
      <p class="muted keys">
        <kbd>Tab</kbd> indents; <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the editor. <kbd>Ctrl</kbd>{' '}
        <kbd>F</kbd> finds, <kbd>Ctrl</kbd> <kbd>S</kbd> saves.
      </p>
      <FindingList handle={handle} screen={screen} findings={findings} paths={paths} />
      {dialog.value === 'conflict' && opened !== null && <ConflictDialog file={opened} onClose={close} />}
      {dialog.value === 'delete' && opened !== null && (
        <DeleteDialog file={opened} onClose={close} onDeleted={onChanged} />
      )}
      {dialog.value === 'copy' && (
        <CopyDialog from={`${handle}/${screen}`} onClose={close} onMade={onChanged} />
      )}
    </section>
  );
}

/** The keys that save, wherever the focus is. */
function useSaveKeys(save: () => Promise<void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void save();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  });
}

interface EditorActionsProps {
  readonly opened: OpenFile | null;
  readonly canCopy: boolean;
  readonly onSave: () => Promise<void>;
  readonly onOpen: (dialog: 'delete' | 'copy') => void;
}

function EditorActions({ opened, canCopy, onSave, onOpen }: EditorActionsProps) {
  return (
    <div class="actions">
      {opened?.writable === true && (
        <>
          <Button kind="danger" onPress={() => onOpen('delete')}>
            Delete…
          </Button>
          <Button kind="primary" disabled={!opened.isUnsaved.value} onPress={onSave}>
            {opened.isUnsaved.value ? 'Save' : 'Saved'}
          </Button>
        </>
      )}
      {opened?.writable === false && <span class="muted">Read-only</span>}
      {canCopy && (
        <Button kind="primary" onPress={() => onOpen('copy')}>
          Copy to local…
        </Button>
      )}
    </div>
  );
}

function Tabs({
  handle,
  file,
  screen,
  paths,
}: Pick<DeskProps, 'file' | 'screen' | 'paths'> & { readonly handle: string }) {
  const own = screen === null ? [] : filesOfScreen(screen, paths);
  const all = own.includes(file) ? own : [...own, file];
  return (
    <nav class="tabs" aria-label="Files of the screen">
      {all.map((path) => (
        <FileLink
          key={path}
          handle={handle}
          path={path}
          current={path === file}
          screen={own.includes(path) ? null : screen}
          label={tabName(path)}
        />
      ))}
    </nav>
  );
}

/** `weather.meta.yaml` as it is; those of a folder without it. */
function tabName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function OutsideNotice({ file, onCompare }: { readonly file: OpenFile; readonly onCompare: () => void }) {
  const other = file.other.value;
  if (other === null) return null;
  return (
    <div class="notice warning" role="status">
      <p>
        {other.text === null
          ? 'This file was removed from disk.'
          : 'This file was changed on disk. Your text is not saved, and stays.'}
      </p>
      <Button onPress={onCompare}>Compare…</Button>
    </div>
  );
}

interface DeleteDialogProps {
  readonly file: OpenFile;
  readonly onClose: () => void;
  readonly onDeleted: () => Promise<void>;
}

function DeleteDialog({ file, onClose, onDeleted }: DeleteDialogProps) {
  const problem = useSignal<string | null>(null);
  const remove = async (): Promise<void> => {
    try {
      await workspace.remove(file);
      say(`Deleted ${file.path}.`);
      onClose();
      await onDeleted();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      problem.value = cause.message;
    }
  };
  return (
    <Dialog title={`Delete ${file.path}?`} onClose={onClose}>
      <div class="form">
        <p>It is removed from disk. Screens that need it show an error from then on.</p>
        {problem.value !== null && (
          <p class="notice bad" role="alert">
            {problem.value}
          </p>
        )}
        <div class="actions">
          <Button kind="danger" onPress={remove}>
            Delete
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
