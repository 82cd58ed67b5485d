/** A device in the browser, to see what a server tells one without having one. */
import { useEffect, useMemo } from 'preact/hooks';
import { session } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { devicePath, Link } from '../../parts/link.tsx';
import { now } from '../../parts/now.ts';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { bytesText, durationText } from '../../parts/time-text.ts';
import { DeviceForm } from './device-form.tsx';
import { ExchangeList } from './exchange-list.tsx';
import { formText } from './png-form.ts';
import { VirtualDevice } from './virtual-device.ts';

export function SimulatorPage() {
  const device = useMemo(() => new VirtualDevice(), []);
  useEffect(() => () => device.stop(), []);
  return (
    <div class="simulator">
      <div class="page-head">
        <h1>Simulator</h1>
        <WhatTheServerSays device={device} />
      </div>
      <p class="muted intro">
        A device in this browser. Its calls are real: to the server it is one like any other. Browsers do not
        let a page set User-Agent, Accept-Encoding and Connection; what a device would send there is named
        with each call.
      </p>
      <div class="bench">
        <section class="card" aria-labelledby="simulated">
          <h2 id="simulated">Device</h2>
          <DeviceForm device={device} />
        </section>
        <section class="panel-side" aria-labelledby="simulated-panel">
          <h2 id="simulated-panel">Panel</h2>
          <Controls device={device} />
          <Panel device={device} />
        </section>
      </div>
      <ExchangeList exchanges={device.exchanges.value} />
    </div>
  );
}

function WhatTheServerSays({ device }: { readonly device: VirtualDevice }) {
  const who = session.value;
  if (who?.signed_in !== true || who.mode === 'local') return null;
  return (
    <p>
      <Link to={devicePath(device.settings.value.mac)}>What the server says of it</Link>
    </p>
  );
}

function Controls({ device }: { readonly device: VirtualDevice }) {
  const isRunning = device.isRunning.value;
  const { refresh, everySeconds } = device.settings.value;
  const next = device.nextWakeMs.value;
  return (
    <>
      <div class="actions">
        <Button kind="primary" disabled={isRunning} onPress={() => device.wake()}>
          Wake once
        </Button>
        <Button
          pressed={isRunning}
          onPress={() => {
            if (isRunning) device.stop();
            else void device.run();
          }}
        >
          {isRunning ? 'Stop' : 'Run'}
        </Button>
        <Button disabled={isRunning} onPress={() => device.setup()}>
          Setup
        </Button>
        <Button disabled={isRunning} onPress={() => device.display()}>
          Display
        </Button>
        <Button disabled={isRunning} onPress={() => device.image()}>
          Image
        </Button>
        <Button disabled={isRunning || device.profile.log === null} onPress={() => device.log()}>
          Log
        </Button>
        <Button kind="danger" disabled={isRunning} onPress={() => device.forget()}>
          Forget
        </Button>
      </div>
      <p class="muted" role="status">
        Refresh {durationText(refresh)}
        {isRunning && next !== null
          ? `; it wakes again in ${Math.max(Math.ceil((next - now.value) / 1000), 0)} s, as a run shortens its sleep to ${everySeconds} s.`
          : '.'}
      </p>
    </>
  );
}

function Panel({ device }: { readonly device: VirtualDevice }) {
  const shown = device.shown.value;
  return (
    <figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled, also with the keyboard */}
      <section class="real-size" aria-label="Panel in its real size" tabIndex={0}>
        <PanelPicture
          src={shown?.src ?? null}
          alt="What the simulated panel shows"
          width={shown?.form?.width ?? null}
          height={shown?.form?.height ?? null}
          missing="Nothing yet: let it wake."
        />
      </section>
      {shown !== null && (
        <figcaption class="muted">
          {bytesText(shown.bytes)}
          {shown.form === null ? '' : `, ${formText(shown.form)}`}, <code>{shown.filename}</code>
          {shown.complaint !== null && <p class="notice warning">{shown.complaint}</p>}
        </figcaption>
      )}
    </figure>
  );
}
