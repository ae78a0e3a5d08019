// What a page's main thread itself did, in processor time by the browser's own trace: what other programs took of the machine is not in it.
import type { Page } from 'playwright';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Time of the thread on a processor, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Runs `act` under a trace and answers how long each task of the page's main thread worked, in ms. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', { categories: 'disabled-by-default-devtools.timeline,__metadata' });
  await act();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  const mains = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  const threads = new Map<string, number[]>();
  for (const { name, pid, tid, tdur } of events) {
    const thread = `${pid} ${tid}`;
    if (name !== 'RunTask' || tdur === undefined || !mains.has(thread)) continue;
    const tasks = threads.get(thread) ?? [];
    tasks.push(tdur / 1000);
    threads.set(thread, tasks);
  }
  // Only the page that `act` uses has much to do.
  const sum = (tasks: readonly number[]) => tasks.reduce((all, task) => all + task, 0);
  const busiest = [...threads.values()].toSorted((a, b) => sum(b) - sum(a))[0];
  if (!busiest) throw new Error('the trace has no task of the page');
  return busiest;
}
