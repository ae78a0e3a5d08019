// A chart on a canvas, in theme colors. It is hidden from screen readers: the table below has the same data.
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDay } from '#src/lib/format.ts';
import { themeAtom } from '#src/shell/theme-atom.ts';
import { useMedia } from '#src/ui/use-media.ts';
import type { AnalyticsItem } from './queries.ts';
import { isColumns, isCount, pointsOf, type ChartSpec } from './series.ts';

const HEIGHT = 200;
/** Theme color and dash pattern by series. The dashes make series distinguishable without color. */
const strokes = ['--accent-text', '--warning'] as const;
const dashes = [undefined, [6, 4]] as const;
const PALE = 'pale accent';

/** Axis steps for counts: 1, 2, 5, 10, 20… */
const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

const DAY_S = 86_400;
const WHOLE_DAYS = [1, 2, 7, 14, 30, 90, 365].map((days) => days * DAY_S);

interface ChartProps {
  spec: ChartSpec;
  items: readonly AnalyticsItem[];
}

/** The key remounts the canvas with new colors when the theme changes. */
export default function Chart(props: ChartProps) {
  const theme = useAtomValue(themeAtom);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  return <Canvas key={`${theme} ${isDark}`} {...props} />;
}

function Canvas({ spec, items }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const plot = new uPlot(optionsOf(spec, element), dataOf(spec, items), element);
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [spec, items]);
  return <div ref={host} aria-hidden className="min-w-0 overflow-hidden text-ink-muted" style={{ minHeight: HEIGHT }} />;
}

function dataOf({ series }: ChartSpec, items: readonly AnalyticsItem[]): uPlot.AlignedData {
  const at = items.map(({ start }) => Date.parse(start) / 1000);
  return [at, ...series.map(({ value }) => items.map(value))];
}

function optionsOf(spec: ChartSpec, element: HTMLElement): uPlot.Options {
  const { series, format } = spec;
  const colorOf = themeColors(element);
  const ink = colorOf('--ink-muted');
  const axis = { stroke: ink, grid: { stroke: colorOf('--line'), width: 1 }, ticks: { show: false }, font: '12px system-ui, sans-serif' };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { show: false },
    legend: { show: series.length > 1, live: false },
    scales: {
      // Half a column of padding, so that the first and last columns aren't cut off.
      x: { range: (_plot, first, last) => [first - (last - first) / 60, last + (last - first) / 60] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    axes: [
      { ...axis, space: 72, incrs: WHOLE_DAYS, values: (_plot, days) => days.map((day) => formatDay(day * 1000, 'Etc/UTC')) },
      {
        ...axis,
        size: 72,
        ...(isCount(spec) && { incrs: wholeSteps }),
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
    series: [
      {},
      ...series.map(({ name }, index): uPlot.Series => {
        const stroke = colorOf(strokes[index] ?? strokes[0]);
        const columns = isColumns(spec, index);
        return {
          label: name,
          stroke,
          width: columns && series.length > 1 ? 0 : 2,
          dash: dashes[index]?.slice(),
          points: {
            show: !columns,
            size: 6,
            fill: stroke,
            filter: (plot, line) => pointsOf(Array.from(plot.data[line] ?? [])),
          },
          // Paler than the line in front of them.
          ...(columns && { fill: series.length > 1 ? colorOf(PALE) : stroke, paths: uPlot.paths.bars?.({ size: [0.6, 40] }) }),
        };
      }),
    ],
  };
}

/** Reads the theme's colors from CSS variables, which a canvas can't resolve. */
function themeColors(element: HTMLElement): (token: string) => string {
  const probe = document.createElement('span');
  element.append(probe);
  const found = new Map<string, string>();
  for (const token of [...strokes, '--ink-muted', '--line', PALE]) {
    probe.style.color = token === PALE ? 'color-mix(in srgb, var(--accent-text) 45%, var(--surface))' : `var(${token})`;
    found.set(token, getComputedStyle(probe).color);
  }
  probe.remove();
  return (token) => found.get(token) ?? 'currentColor';
}
