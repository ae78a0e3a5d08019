// The peers of the drain, in a page of their server: its address names the one that sends as many photos as it says.
import { Upload } from 'tus-js-client';
import { Queue } from 'workbox-background-sync';

const AT_ONCE = 3;

async function threeAtOnce(photos: Blob[], send: (photo: Blob) => Promise<void>): Promise<void> {
  const left = [...photos];
  const lane = async () => {
    for (let photo = left.pop(); photo; photo = left.pop()) await send(photo);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function sendByFetch(photo: Blob): Promise<void> {
  const answer = await fetch('/plain', { method: 'POST', body: photo });
  if (answer.status !== 201) throw new Error(`answered ${answer.status}`);
}

const sendByTus = (photo: Blob) =>
  new Promise<void>((resolve, reject) => {
    new Upload(photo, { endpoint: '/tus', storeFingerprintForResuming: false, onSuccess: () => resolve(), onError: reject }).start();
  });

const peers: Record<string, (photos: Blob[]) => Promise<void>> = {
  fetch: (photos) => threeAtOnce(photos, sendByFetch),
  tus: (photos) => threeAtOnce(photos, sendByTus),
  /** The queue stores its requests in the database, as in a worker, and sends them as at a sync event. */
  async workbox(photos) {
    // A page has no registration of a worker to ask for sync events.
    Object.assign(globalThis, { registration: {} });
    const queue = new Queue('photos', { onSync: () => undefined });
    for (const body of photos) await queue.pushRequest({ request: new Request('/plain', { method: 'POST', body }) });
    await queue.replayRequests();
  },
};

const given = new URLSearchParams(location.search);

function drawPhoto(): Blob {
  const noise = new Uint8Array(Number(given.get('bytes')));
  for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  return new Blob([noise], { type: 'image/jpeg' });
}

peers[given.get('peer') ?? '']!(Array.from({ length: Number(given.get('count')) }, drawPhoto)).catch((error: unknown) =>
  fetch('/failed', { method: 'POST', body: String(error) }),
);
