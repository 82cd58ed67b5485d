/** The strength of a Wi-Fi signal, as bars and in dBm. */

/** Each bar needs so many dBm. */
const BARS = [-88, -78, -68, -58];

export function SignalBars({ rssi }: { readonly rssi: number | null }) {
  // Clients that do not know their signal say 0.
  if (rssi === null || rssi === 0) return <span class="muted">–</span>;
  return (
    <span class="signal" data-low={rssi < -80}>
      <svg viewBox="0 0 16 10" aria-hidden="true">
        {BARS.map((least, index) => (
          <rect
            key={least}
            class={rssi >= least ? 'on' : 'off'}
            x={index * 4}
            y={7 - index * 2}
            width="3"
            height={3 + index * 2}
          />
        ))}
      </svg>
      {String(rssi).replace('-', '−')}
    </span>
  );
}
