/** How full a battery is, as a small bar and a number. */

export function Battery({
  percent,
  voltage,
}: {
  readonly percent: number | null;
  readonly voltage: number | null;
}) {
  if (percent === null)
    return <span class="muted">{voltage === null ? '–' : `${voltage.toFixed(2)} V`}</span>;
  return (
    <span
      class="battery"
      data-low={percent < 20}
      title={voltage === null ? undefined : `${voltage.toFixed(2)} V`}
    >
      <svg viewBox="0 0 20 10" aria-hidden="true">
        <rect class="case" x="0.5" y="0.5" width="16" height="9" rx="1.5" />
        <rect class="pole" x="17.5" y="3" width="2" height="4" rx="0.5" />
        <rect class="charge" x="2" y="2" width={(13 * percent) / 100} height="6" />
      </svg>
      {percent}&thinsp;%
    </span>
  );
}
