/** Makes screens and files: from a start that works, empty, or as a copy. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { CallError } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { say } from '../../parts/toasts.tsx';
import { copyToLocal, LOCAL, writeNewFiles, writeSourceFile } from './source-files.ts';
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

const SCRIPT = `-- Everything that the template needs goes into \`data\`.
local hour = tonumber(time_format(time_now(), "%H"))
local greeting = hour < 12 and "Good morning" or hour < 18 and "Good day" or "Good evening"

return {
  data = { text = greeting .. ", " .. params.name },
  refresh_rate = 600, -- seconds until the device asks again
}
`;

const TEMPLATE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ layout.width }} {{ layout.height }}">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="{{ layout.center_x }}" y="{{ layout.center_y }}" font-size="{{ layout.width / 16 }}" font-weight="600" text-anchor="middle">
    {{- data.text | truncate(length=28) -}}
  </text>
</svg>
`;

/** The files of a new screen by path, the script last: until then there is no screen. */
function startingFiles(screen: string): readonly (readonly [path: string, text: string])[] {
  return [
    [`${screen}/meta.yaml`, metadata(screen.slice(screen.lastIndexOf('/') + 1))],
    [`${screen}/screen.svg`, TEMPLATE],
    [`${screen}/script.lua`, SCRIPT],
  ];
}

function metadata(name: string): string {
  return `title: ${JSON.stringify(name)}
description: Greets by name and time of day.
service: "0.1"
refresh: 900
params:
  name:
    type: string
    label: Name
    default: world
`;
}
