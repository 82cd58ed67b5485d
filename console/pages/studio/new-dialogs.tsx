/** Makes screens and files: from a start that works, empty, or as a copy. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { CallError } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { say } from '../../parts/toasts.tsx';
import { copyToLocal, LOCAL, writeNewFiles, writeSourceFile } from './source-files.ts';
import { startingFiles } from './starting-files.ts';
import { workspace } from './workspace.ts';

interface NewDialogProps {
  readonly onClose: () => void;
  /** There are other files now. */
  readonly onMade: () => Promise<void>;
}

export function NewScreenDialog({ onClose, onMade }: NewDialogProps) {
  return (
    <NameDialog
      title="New screen"
      label="Path"
      hint="Below the screens directory, such as garden/weather. It becomes a folder with a script, a template and metadata."
      action="Make the screen"
      initial=""
      onClose={onClose}
      onName={async (name) => {
        await writeNewFiles(LOCAL, startingFiles(name));
        await onMade();
        workspace.move({ handle: LOCAL, path: name });
      }}
    />
  );
}

export function NewFileDialog({ onClose, onMade }: NewDialogProps) {
  return (
    <NameDialog
      title="New file"
      label="Path"
      hint="Below the screens directory, with its ending, such as lib/units.lua."
      action="Make the file"
      initial=""
      onClose={onClose}
      onName={async (path) => {
        await writeSourceFile({ handle: LOCAL, path }, '', null);
        await onMade();
        workspace.move({ handle: LOCAL, path });
      }}
    />
  );
}

/** @param props.from  the screen, as a device is given it */
export function CopyDialog({ from, onClose, onMade }: NewDialogProps & { readonly from: string }) {
  return (
    <NameDialog
      title="Copy to local"
      label="Path of the copy"
      hint="Below the screens directory. The files that the screen names are copied with it."
      action="Copy"
      initial={from.slice(from.indexOf('/') + 1)}
      onClose={onClose}
      onName={async (to) => {
        const { files } = await copyToLocal(from, to);
        say(`Copied ${files.length} files.`);
        await onMade();
        workspace.move({ handle: LOCAL, path: to });
      }}
    >
      <p>
        <code>{from}</code> is read-only. Its copy is yours to edit; devices keep the original until they are
        given the copy.
      </p>
    </NameDialog>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  readonly initial: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => Promise<void>;
  readonly children?: ComponentChildren;
}

function NameDialog({ title, label, hint, action, initial, onClose, onName, children }: NameDialogProps) {
  const name = useSignal(initial);
  const problem = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const submit = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await onName(name.value.trim().replace(/^\/+|\/+$/g, ''));
      onClose();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      problem.value = cause.problems[0]?.message ?? cause.message;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <Field label={label} hint={hint} problem={problem.value}>
          {(control) => (
            <input
              {...control}
              required
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              value={name.value}
              onInput={(event) => {
                name.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <div class="actions">
          <Button type="submit" kind="primary" disabled={name.value.trim() === '' || isBusy.value}>
            {action}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
