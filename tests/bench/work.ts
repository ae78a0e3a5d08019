// What a page's main thread itself did, in processor time by the browser's own trace: what other programs took of the machine is not in it.
import type { Page } from 'playwright';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Time of the thread on a processor, in microseconds. */
  tdur?: number;
}

/** Runs `act` under a trace and answers how long each task of the page's main thread worked, in ms. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = new Map<string, number[]>();
  const frames = new Map<string, number>();
  for (const { name, pid, tid, tdur } of trace.traceEvents) {
    const thread = `${pid} ${tid}`;
    if (name === 'FireAnimationFrame') frames.set(thread, (frames.get(thread) ?? 0) + 1);
    if (name !== 'RunTask' || tdur === undefined) continue;
    const tasks = threads.get(thread) ?? [];
    tasks.push(tdur / 1000);
    threads.set(thread, tasks);
  }
  // Frames are watched in the page that is scrolled: its main thread is the one that had most of them.
  const [main] = [...frames].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const tasks = main === undefined ? undefined : threads.get(main);
  if (!tasks) throw new Error('the trace has no frames of the page');
  return tasks;
}
