/** What the simulated device is. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button.tsx';
import { type ControlProps, Field } from '../../parts/field.tsx';
import { UPDATE_SOURCES } from './profile.ts';
import { findProfile, PROFILES } from './profiles.ts';
import { randomMac, type SimulatorSettings, withProfile } from './settings.ts';
import type { VirtualDevice } from './virtual-device.ts';

export function DeviceForm({ device }: { readonly device: VirtualDevice }) {
  const { profile } = device;
  const settings = device.settings.value;
  return (
    <div class="form">
      <Field label="Firmware" hint={profile.note}>
        {(control) => (
          <select
            {...control}
            value={profile.id}
            onChange={(event) => device.change(withProfile(settings, findProfile(event.currentTarget.value)))}
          >
            {PROFILES.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="MAC address"
        problem={/^(?:[\dA-F]{2}:){5}[\dA-F]{2}$/i.test(settings.mac) ? null : 'A server refuses this one.'}
      >
        {(control) => (
          <>
            <Text control={control} device={device} name="mac" />
            <Button
              onPress={() => {
                device.forget();
                device.change({ mac: randomMac() });
              }}
            >
              Another
            </Button>
          </>
        )}
      </Field>
      <Field label="Token" hint="What setup gave it, or one of its own. Kept in this browser only.">
        {(control) => <Text control={control} device={device} name="token" />}
      </Field>
      <div class="pairs">
        <Sizes device={device} />
        <Amount device={device} name="rssi" label="Wi-Fi" unit="dBm" min={-100} max={0} />
        {profile.battery === 'volts' && (
          <Amount device={device} name="volts" label="Battery" unit="V" min={0} max={6} step={0.01} />
        )}
        {profile.battery === 'percent' && (
          <Amount device={device} name="percent" label="Battery" unit="%" min={0} max={100} />
        )}
        <Field label="Woken by">
          {(control) => (
            <select
              {...control}
              value={settings.source}
              onChange={(event) => device.change({ source: event.currentTarget.value })}
            >
              {UPDATE_SOURCES.map((source) => (
                <option key={source}>{source}</option>
              ))}
            </select>
          )}
        </Field>
        <Amount device={device} name="everySeconds" label="A run wakes every" unit="s" min={1} max={86_400} />
      </div>
      {profile.log !== null && (
        <Field label="Says in its log">
          {(control) => <Text control={control} device={device} name="message" />}
        </Field>
      )}
    </div>
  );
}

function Sizes({ device }: { readonly device: VirtualDevice }): ComponentChildren {
  const saysIt = device.profile.display.headers.some(([, value]) => value === '{width}');
  if (!saysIt) return null;
  return (
    <>
      <Amount device={device} name="width" label="Width" unit="px" min={1} max={4096} />
      <Amount device={device} name="height" label="Height" unit="px" min={1} max={4096} />
    </>
  );
}

type Names<Type> = {
  [Name in keyof SimulatorSettings]: SimulatorSettings[Name] extends Type ? Name : never;
}[keyof SimulatorSettings];

interface TextProps {
  readonly device: VirtualDevice;
  readonly name: Names<string>;
  readonly control: ControlProps;
}

function Text({ device, name, control }: TextProps) {
  return (
    <input
      {...control}
      value={device.settings.value[name]}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => device.change({ [name]: event.currentTarget.value })}
    />
  );
}

interface AmountProps {
  readonly device: VirtualDevice;
  readonly name: Names<number>;
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}

function Amount({ device, name, label, unit, min, max, step = 1 }: AmountProps) {
  return (
    <Field label={label} unit={unit}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          step={step}
          value={device.settings.value[name]}
          onChange={(event) => {
            const { valueAsNumber } = event.currentTarget;
            if (Number.isFinite(valueAsNumber)) device.change({ [name]: valueAsNumber });
          }}
        />
      )}
    </Field>
  );
}
