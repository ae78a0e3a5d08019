// Reports what waits on this device (src/outbox/device-report.ts): after the queue changed, which includes the end of each delivery, and when the
// page is shown or hidden. Loaded late. A hidden page has no timer; the worker reports after its own runs.
import { reportDevice } from '#src/outbox/device-report.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';

/** Deliveries of a run follow each other. */
const SETTLE_MS = 2_000;

/** @param openEvent the event on the screen, if the person is of its staff */
export function startDeviceReports(openEvent: () => string | null): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = async () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      const due = await reportDevice(openEvent());
      if (due !== null) soon(due);
    } catch (error) {
      console.warn('Could not report what waits on this device', error);
    }
  };
  const soon = (ms = SETTLE_MS) => {
    if (document.visibilityState === 'visible') timer ??= setTimeout(() => void report(), ms);
  };
  subscribeOutbox(({ type }) => {
    if (type === 'changed' || type === 'delivered') soon();
  });
  document.addEventListener('visibilitychange', () => void report());
  soon();
}
