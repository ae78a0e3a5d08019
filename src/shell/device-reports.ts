// Reports what waits on this device (src/outbox/device-report.ts): after the queue changed, which includes the end of each delivery, when the page
// is shown or hidden, and now and then while photos wait. Loaded late. A hidden page has no timer; the worker reports after its own runs.
import { pluralize } from '#src/lib/format.ts';
import { reportDevice } from '#src/outbox/device-report.ts';
import { earlierDevices } from '#src/outbox/earlier-devices.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { session } from '#src/session/store.ts';
import { toast } from '#src/ui/toast.ts';

/** Deliveries of a run follow each other. */
const SETTLE_MS = 2_000;

/** Photos on devices that the person used before, named once per visit; the queue lists them. */
async function warnOfEarlierDevices(eventId: string, warned: Map<string, number>): Promise<void> {
  const account = session.read()?.user.id;
  if (account === undefined) return;
  const count = (await earlierDevices(account, eventId)).reduce((sum, { waiting }) => sum + waiting, 0);
  const key = `${eventId} ${count}`;
  if (warned.has(key)) return;
  // What an open notice says is no longer true.
  for (const shown of warned.values()) toast.dismiss(shown);
  if (count === 0) return warned.clear();
  const shown = toast.warning(`${pluralize(count, 'photo of yours is', 'photos of yours are')} only on another device`, {
    detail: 'The queue says where.',
    duration: Infinity,
  });
  warned.set(key, shown);
}

/**
 * @param openEvent the event on the screen, if the person is of its staff
 * @param onOpened calls back when an event is opened
 */
export function startDeviceReports(openEvent: () => string | null, onOpened: (listener: () => void) => void): void {
  const warned = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Infinity;
  const report = async () => {
    clearTimeout(timer);
    timerAt = Infinity;
    try {
      const eventId = openEvent();
      const due = await reportDevice(eventId);
      if (eventId !== null) await warnOfEarlierDevices(eventId, warned);
      if (due !== null) soon(due);
    } catch (error) {
      console.warn('Could not report what waits on this device', error);
    }
  };
  const soon = (ms = SETTLE_MS) => {
    const at = performance.now() + ms;
    if (document.visibilityState !== 'visible' || at >= timerAt) return;
    clearTimeout(timer);
    timer = setTimeout(() => void report(), ms);
    timerAt = at;
  };
  subscribeOutbox(({ type }) => {
    if (type === 'changed' || type === 'delivered') soon();
  });
  document.addEventListener('visibilitychange', () => void report());
  onOpened(() => soon());
  soon();
}
