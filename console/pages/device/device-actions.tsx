/** What can be done with the device besides its settings. What cannot be undone asks first. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { OneDevice } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { navigate } from '../../parts/location.ts';
import { fullTime } from '../../parts/time-text.ts';
import { say, sayError } from '../../parts/toasts.tsx';
import { deviceCall, problemsOf } from './device-data.ts';
import { PinDialog } from './pin-dialog.tsx';

interface ActionProps {
  readonly device: OneDevice;
  readonly onChanged: () => Promise<void>;
}

type Asked = 'rename' | 'reset' | 'delete' | 'pin' | null;

export function DeviceActions({ device, onChanged }: ActionProps) {
  const asked = useSignal<Asked>(null);
  const close = (): void => {
    asked.value = null;
  };
  const ask = (what: Asked) => () => {
    asked.value = what;
  };
  const isAdmin = mayDo('admin');
  const { registered, reserved, mac } = device;
  const dialog = { device, onChanged, onClose: close };
  return (
    <div class="actions">
      {registered && !reserved && <PinButton device={device} onPin={ask('pin')} onChanged={onChanged} />}
      {isAdmin && registered && <Button onPress={ask('rename')}>Rename</Button>}
      {isAdmin && mac !== '' && <Button onPress={ask('reset')}>Reset</Button>}
      {isAdmin && (registered || mac !== '') && (
        <Button kind="danger" onPress={ask('delete')}>
          Delete
        </Button>
      )}
      {asked.value === 'rename' && <RenameDialog {...dialog} />}
      {asked.value === 'reset' && <ResetDialog {...dialog} />}
      {asked.value === 'delete' && <DeleteDialog {...dialog} />}
      {asked.value === 'pin' && <PinDialog {...dialog} />}
    </div>
  );
}

interface DialogOf extends ActionProps {
  readonly onClose: () => void;
}

function PinButton({ device, onPin, onChanged }: ActionProps & { readonly onPin: () => void }) {
  const pin = pinOf(device);
  if (pin === null) return <Button onPress={onPin}>Pin a screen</Button>;
  const end = async (): Promise<void> => {
    try {
      await callAdmin(deviceCall(device.key, '/pin'), { method: 'DELETE' });
      say('The pin is over: the device shows its screen again with its next poll.');
      await onChanged();
    } catch (cause) {
      sayError(cause);
    }
  };
  return (
    <Button onPress={end} title={`${pin.screen} is pinned until ${fullTime(pin.until)}`}>
      End the pin of {pin.screen}
    </Button>
  );
}

/** The pin that holds now; null where there is none. */
function pinOf({ schedule }: OneDevice): { readonly screen: string; readonly until: string } | null {
  const pin = schedule?.['pin'];
  if (typeof pin !== 'object' || pin === null || !('screen' in pin) || !('until' in pin)) return null;
  const { screen, until } = pin;
  if (typeof screen !== 'string' || typeof until !== 'string' || !(Date.parse(until) > Date.now()))
    return null;
  return { screen, until };
}

function RenameDialog({ device, onChanged, onClose }: DialogOf) {
  const name = useSignal(device.name ?? '');
  const problem = useSignal<string | null>(null);
  const save = async (): Promise<void> => {
    const typed = name.value.trim();
    try {
      const body = typed === '' ? { clear: ['name'] } : { name: typed };
      await callAdmin(deviceCall(device.key), { method: 'PATCH', body });
      await onChanged();
      onClose();
    } catch (cause) {
      problem.value = problemsOf(cause)[0]?.message ?? null;
    }
  };
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Name" hint="Without a name, its key is shown." problem={problem.value}>
          {(control) => (
            <input
              {...control}
              type="text"
              autocomplete="off"
              value={name.value}
              onInput={(event) => {
                name.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <div class="actions">
          <Button type="submit" kind="primary">
            Rename
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function ResetDialog({ device, onChanged, onClose }: DialogOf) {
  const reset = async (): Promise<void> => {
    try {
      await callAdmin(deviceCall(device.key, '/reset'), { method: 'POST', body: {} });
      say('Reset: the next device that registers under this address gets it.');
      await onChanged();
      onClose();
    } catch (cause) {
      sayError(cause);
    }
  };
  return (
    <Dialog title={`Reset ${device.name ?? device.key}?`} onClose={onClose}>
      <div class="form">
        <p>
          Its tokens and its key are removed: for a device that has lost its key or was replaced. Its
          settings, log and history stay. Whoever registers next under its address gets it.
        </p>
        <div class="actions">
          <Button kind="danger" onPress={reset}>
            Reset the device
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

function DeleteDialog({ device, onClose }: DialogOf) {
  const forget = useSignal(!device.registered);
  const remove = async (): Promise<void> => {
    try {
      await callAdmin(deviceCall(device.key, forget.value ? '?forget' : ''), { method: 'DELETE' });
      say(`Deleted ${device.name ?? device.key}.`);
      navigate('/');
    } catch (cause) {
      sayError(cause);
    }
  };
  return (
    <Dialog title={`Delete ${device.name ?? device.key}?`} onClose={onClose}>
      <div class="form">
        <p>
          {device.registered
            ? 'Its entry is removed from the config. If it calls again it shows the default screen and is pending.'
            : 'It has no entry in the config. What the server knows of it is forgotten.'}
        </p>
        {device.registered && (
          <label class="check">
            <input
              type="checkbox"
              checked={forget.value}
              onChange={(event) => {
                forget.value = event.currentTarget.checked;
              }}
            />{' '}
            Forget the device, too: its tokens, log, history and what it said of itself
          </label>
        )}
        <div class="actions">
          <Button kind="danger" onPress={remove}>
            Delete the device
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
