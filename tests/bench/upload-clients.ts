// Phones that send large photos, in a separate process so that their work is not counted as the prober's. Forked by alive.ts, which sends the
// uploads to make; reports when all have arrived.
import { createHash, randomBytes } from 'node:crypto';

export interface Sending {
  url: string;
  eventId: string;
  account: string;
  token: string;
  count: number;
  bytes: number;
}

export type Sent = { sent: number; ms: number } | { failed: string };

process.on('message', (sending: Sending) => {
  send(sending).then(
    (sent) => process.send?.(sent),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies Sent),
  );
});
process.on('disconnect', () => process.exit(0));

async function send({ url, eventId, account, token, count, bytes }: Sending): Promise<Sent> {
  const body = randomBytes(bytes);
  createHash('sha256').update(body).digest();
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'x-account': account };
  const one = async () => {
    const begun = await fetch(`${url}/api/v1/uploads`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(bytes), 'upload-metadata': `event ${Buffer.from(eventId).toString('base64')}` },
    });
    if (begun.status !== 201) throw new Error(`an upload was answered ${begun.status}: ${await begun.text()}`);
    const sent = await fetch(new URL(begun.headers.get('location') ?? '', url), {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body,
    });
    if (sent.status !== 204) throw new Error(`bytes were answered ${sent.status}: ${await sent.text()}`);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, one));
  return { sent: count, ms: performance.now() - started };
}
