/** A line without axes, for a row of a table. Its text says what it shows. */

interface SparklineProps {
  /** Null where nothing is known: the line has a gap there. */
  readonly values: readonly (number | null)[];
  /** The range of the whole height. */
  readonly min: number;
  readonly max: number;
  readonly label: string;
}

const WIDTH = 80;
const HEIGHT = 20;

export function Sparkline({ values, min, max, label }: SparklineProps) {
  const step = WIDTH / Math.max(values.length - 1, 1);
  let d = '';
  let isOn = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOn = false;
      continue;
    }
    const share = Math.min(Math.max((value - min) / (max - min), 0), 1);
    d += `${isOn ? 'L' : 'M'}${(index * step).toFixed(1)} ${(HEIGHT - 1 - share * (HEIGHT - 2)).toFixed(1)}`;
    isOn = true;
  }
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={d} />
    </svg>
  );
}
