// Readers of event streams, in a separate process so that their memory is not counted as the server's. Forked by streams.ts, which sends the
// streams to open; reports how many are open, and reads until it receives the order to close.
import http from 'node:http';

export interface Opening {
  url: string;
  eventId: string;
  /** A stream for each. */
  tokens: string[];
}

export type ClientReport = { open: number } | { closed: number } | { failed: string };

const report = (told: ClientReport) => process.send?.(told);
const requests: http.ClientRequest[] = [];
let live = 0;

process.on('message', (message: Opening | 'close') => {
  const done = message === 'close' ? close() : open(message);
  done.catch((error: unknown) => report({ failed: String(error) }));
});
process.on('disconnect', () => process.exit(0));

/** Fifty at a time: a venue's guests do not all open the gallery within the same millisecond. */
async function open({ url, eventId, tokens }: Opening): Promise<void> {
  const waiting = [...tokens];
  const lane = async () => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await openOne(url, eventId, token);
  };
  await Promise.all(Array.from({ length: 50 }, lane));
  report({ open: live });
}

function openOne(url: string, eventId: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${url}/api/v1/event/${eventId}/stream`,
      { agent: false, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`));
        live += 1;
        response.once('data', () => resolve());
        response.on('close', () => (live -= 1));
        // Cut by us: `destroy` below.
        response.on('error', () => undefined);
        response.resume();
      },
    );
    request.on('error', reject);
    requests.push(request);
  });
}

async function close(): Promise<void> {
  const open = live;
  for (const request of requests.splice(0)) request.destroy();
  report({ closed: open });
}
