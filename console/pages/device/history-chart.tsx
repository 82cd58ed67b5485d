/** One chart over time. The library that draws it is loaded with the first chart. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import type { HistoryHour } from '../../api/types.ts';
import { scheme } from '../../parts/scheme.ts';
import { clockTime, dayText } from '../../parts/time-text.ts';
import type { Chart } from './history-series.ts';

interface HistoryChartProps {
  readonly chart: Chart;
  readonly hours: readonly HistoryHour[];
  readonly fromMs: number;
  readonly toMs: number;
}

type Plot = typeof uPlot;

const HEIGHT_PX = 150;

export function HistoryChart({ chart, hours, fromMs, toMs }: HistoryChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const library = useSignal<Plot | null>(null);
  const systemIsDark = useSystemScheme();
  useEffect(() => {
    // Without it the tables are there.
    import('uplot').then(
      (module) => {
        library.value = module.default;
      },
      () => {},
    );
  }, []);
  useEffect(() => {
    const element = box.current;
    const Library = library.value;
    if (element === null || Library === null) return;
    const plot = new Library(
      optionsOf(Library, chart, element, { fromMs, toMs }),
      dataOf(chart, hours),
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [library.value, hours, chart.name, scheme.value, systemIsDark]);
  return <div ref={box} class="plot" role="img" aria-label={labelOf(chart, hours)} />;
}

/** Canvases do not follow the scheme by themselves. */
function useSystemScheme(): boolean {
  const isDark = useSignal(false);
  useEffect(() => {
    const media = globalThis.matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => {
      isDark.value = media.matches;
    };
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isDark.value;
}

function optionsOf(
  Library: Plot,
  { series }: Chart,
  element: HTMLElement,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): uPlot.Options {
  const colourOf = (name: string): string => resolveColour(element, name);
  const text = { stroke: colourOf('--muted'), grid: { stroke: colourOf('--line'), width: 1 } };
  const ticks = { ticks: { stroke: colourOf('--line'), width: 1 }, font: '12px system-ui, sans-serif' };
  const isCount = series.some(({ kind }) => kind === 'count');
  const bars = Library.paths.bars?.({ size: [0.7, 14, 1] });
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: true, live: true },
    cursor: { sync: { key: 'device-history' }, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: () => [fromMs / 1000, toMs / 1000] },
      ...(isCount ? { y: { range: (_, __, max) => [0, Math.max(max, 1)] } } : {}),
    },
    axes: [
      { ...text, ...ticks, values: (_, splits) => splits.map(timeText) },
      { ...text, ...ticks, size: 48 },
    ],
    series: [
      { value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
      ...series.map(({ label, unit, colour, kind }) => ({
        label,
        stroke: colourOf(colour),
        width: kind === 'count' ? 0 : 1.5,
        ...(kind === 'count' ? { fill: colourOf(colour), points: { show: false } } : {}),
        ...(kind === 'count' && bars !== undefined ? { paths: bars } : {}),
        value: (_: uPlot, value: number | null) => (value === null ? '–' : `${value} ${unit}`),
      })),
    ],
  };
}

/** A place on the axis of time: the day at midnight, else the time of day. */
function timeText(seconds: number): string {
  const clock = clockTime(seconds * 1000).slice(0, 5);
  return clock === '00:00' ? dayText(seconds * 1000) : clock;
}

/** A colour of the style sheet as canvases take it. */
function resolveColour(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function dataOf({ series }: Chart, hours: readonly HistoryHour[]): uPlot.AlignedData {
  const times = hours.map(({ hour }) => Date.parse(hour) / 1000);
  return [times, ...series.map(({ readingOf }) => hours.map(readingOf))];
}

function labelOf({ title, series }: Chart, hours: readonly HistoryHour[]): string {
  const parts = series.map(({ label, readingOf, kind }) => {
    const values = hours.map(readingOf).filter((value) => value !== null);
    if (values.length === 0) return `${label}: no values`;
    if (kind === 'count') return `${label}: ${values.reduce((sum, value) => sum + value, 0)} in all`;
    return `${label}: ${Math.min(...values)} to ${Math.max(...values)}, ${values.at(-1)} at last`;
  });
  return `${title}. ${parts.join('; ')}.`;
}
