/** What a new server shows: how to point a first device at it, and what may be wrong while none calls. */

import { useMemo } from 'preact/hooks';
import encodeQR from 'qr';
import { session } from '../api/session.ts';
import { CopyText } from './copy-text.tsx';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

export function FirstDevice() {
  const who = session.value;
  const url = who?.signed_in === true ? who.device_url : '';
  const { hostname, protocol } = new URL(url === '' ? globalThis.location.href : url);
  return (
    <EmptyState title="Point your first device here">
      <div class="first-device">
        <div class="form">
          <p>
            No device has called this server yet. In the setup of the device, as its server or base address,
            enter:
          </p>
          <p>
            <CopyText text={url} what="the address" />
          </p>
          <p class="muted">
            TRMNL firmware: hold the button until the device opens its Wi-Fi network, choose “Custom server”,
            and enter the address there. Your phone can take it over from the code.
          </p>
        </div>
        <QrCode text={url} label={`QR code of ${url}`} />
      </div>
      <p>
        It appears here at its first call, and under <Link to="/pending">Pending</Link> you give it a screen.
        Without a device at hand, <Link to="/simulator">simulate one</Link>, or look at what there is in the{' '}
        <Link to="/studio">studio</Link>.
      </p>
      <h3>If no device calls</h3>
      <ul class="hints">
        {isLoopback(hostname) && (
          <li class="notice warning">
            The address begins with {hostname}, which on the device means the device itself. Open the console
            by the address of this machine in your network, or set PUBLIC_URL.
          </li>
        )}
        <li>
          Device and server are in networks that reach each other; guest Wi-Fi networks often keep them apart.
        </li>
        <li>The port is open in the firewall of the server, and published where it runs in a container.</li>
        {protocol === 'https:' && (
          <li>The device accepts the certificate: most accept no self-signed one.</li>
        )}
        <li>The address has no path behind it that the device would add to its own, such as /api.</li>
        <li>
          From another machine in the network of the device, <code>curl {url}/health</code> answers.
        </li>
      </ul>
    </EmptyState>
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** Modules of free space around it, which readers need. */
const QUIET = 4;

/** A QR code of an address, drawn as one path. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { side, d } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={d} fill="#000" />
    </svg>
  );
}

function drawQr(text: string): { readonly side: number; readonly d: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET });
  const d = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { side: rows.length, d };
}
