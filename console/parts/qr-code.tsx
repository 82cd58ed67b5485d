/** A QR code of an address, drawn as one path. */
import { useMemo } from 'preact/hooks';
import encodeQR from 'qr';

/** Modules of free space around it, which readers need. */
const QUIET = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
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
