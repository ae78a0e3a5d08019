// People who use an installation while its servers are replaced. What a phone sends again by design is sent again here, and counted.
import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '#openapi/api.ts';
import { beginUpload, createPhoto, photoRequest, type Answer, type Person } from './api.ts';
import { withComment } from './large-photos.ts';
import { sha256 } from './pictures.ts';
import { waitUntil } from './processes.ts';
import { readChanges } from './stream-listener.ts';

const TRIES = 40;
const RETRY_MS = 150;
const TOLD_WITHIN_MS = 30_000;

export interface DeployLoad {
  /** Requests that were answered. */
  readonly answered: number;
  /** By why they were sent again. */
  readonly retried: ReadonlyMap<string, number>;
  /** Answers that no client expects. */
  readonly failed: readonly string[];
  /** Id and hash of each photo whose commit was answered. */
  readonly delivered: ReadonlyMap<string, string>;
  readonly streamsOpened: number;
  readonly liked: ReadonlySet<string>;
  /** The map starts anew. */
  forgetRetries(): void;
  /** Waits until what is under way has ended, and the stream has told of every photo. */
  end(): Promise<void>;
}

/** @param people each delivers, likes and reads the gallery; the first one also follows the event's stream */
export function startLoad(people: readonly Person[], eventId: string, jpeg: Buffer): DeployLoad {
  const retried = new Map<string, number>();
  const failed: string[] = [];
  const delivered = new Map<string, string>();
  const liked = new Set<string>();
  const seen = new Set<string>();
  const ending = new AbortController();
  const streamEnding = new AbortController();
  let answered = 0;
  let streamsOpened = 0;

  const countRetry = (why: string) => retried.set(why, (retried.get(why) ?? 0) + 1);

  /** Sends it until it is answered. Null: not by design, noted as failed. @param again statuses after which the client starts over */
  async function send<T>(what: string, act: () => Promise<Answer<T>>, again: readonly number[] = []): Promise<Answer<T> | null> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const answer = await act().catch(() => null);
      const { status } = answer ?? { status: 0 };
      if (answer && (status < 400 || again.includes(status))) {
        answered += 1;
        return answer;
      }
      // The connection was closed before an answer came (the balancer says 502), or the server stops.
      if (status !== 0 && status !== 502 && status !== 503) {
        failed.push(`${what}: ${status} ${JSON.stringify(answer?.body).slice(0, 300)}`);
        return null;
      }
      countRetry(status === 0 || status === 502 ? 'no answer' : 'the server stops');
      await pause(RETRY_MS);
    }
    failed.push(`${what}: no answer after ${TRIES} tries`);
    return null;
  }

  let number = 0;
  async function deliver(person: Person): Promise<void> {
    const bytes = withComment(jpeg, `photo ${(number += 1)}`);
    const hash = sha256(bytes);
    const tus = { 'tus-resumable': '1.0.0', 'x-account': person.id };
    const { id } = photoRequest({ bytes, sha256: hash, contentType: 'image/jpeg' }, '');
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const created = await send('creation', () => beginUpload(person, bytes.length, eventId));
      if (!created) return;
      const { pathname } = new URL(created.headers.get('location') ?? '', 'http://any');
      // It was left at another server of a release whose uploads are of one server. A phone waits before it starts over.
      const restart = async () => {
        countRetry('the upload is unknown');
        await pause(RETRY_MS * (attempt + 1));
      };
      let offset = 0;
      while (offset < bytes.length) {
        const half = Math.min(bytes.length, offset + Math.ceil(bytes.length / 2));
        // Of a chunk without an answer, the server knows how much arrived.
        const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
        const sent = await send(
          'chunk',
          () => person.call('PATCH', pathname, { headers, body: bytes.subarray(offset, half) }),
          [404, 409, 410],
        );
        if (!sent || sent.status === 404 || sent.status === 410) {
          offset = -1;
          break;
        }
        const head = sent.status === 409 ? await send('offset', () => person.call('HEAD', pathname, { headers: tus }), [404, 410]) : sent;
        offset = head && head.status < 400 ? Number(head.headers.get('upload-offset')) : -1;
        if (offset < 0) break;
      }
      if (offset < 0) {
        await restart();
        continue;
      }
      const fact = photoRequest({ bytes, sha256: hash, contentType: 'image/jpeg' }, pathname.split('/').at(-1)!, id);
      const committed = await send('commit', () => createPhoto(person, eventId, fact), [404]);
      if (!committed) return;
      if (committed.status !== 404) {
        delivered.set(id, hash);
        return;
      }
      await restart();
    }
    failed.push(`photo ${id}: not delivered after ${TRIES} tries`);
  }

  async function use(person: Person): Promise<void> {
    while (!ending.signal.aborted) {
      await deliver(person);
      const list = await send<components['schemas']['PhotoPage']>('gallery', () =>
        person.call('GET', `/api/v1/event/${eventId}/photos?limit=50`),
      );
      const [newest] = list?.body.items ?? [];
      if (newest && (await send('like', () => person.call('PUT', `/api/v1/event/${eventId}/photos/${newest.id}/like`))))
        liked.add(`${newest.id} ${person.id}`);
      await send('timeline', () => person.call('GET', `/api/v1/event/${eventId}/timeline`));
      await pause(20);
    }
  }

  async function follow(person: Person): Promise<void> {
    let position = 0;
    const read = async () => {
      const stream = await person.fetch(`/api/v1/event/${eventId}/stream?after=${position}`, { signal: streamEnding.signal });
      const { status } = stream;
      if (status !== 200) return void (status === 502 || status === 503 ? countRetry('no answer') : failed.push(`stream: ${status}`));
      streamsOpened += 1;
      for await (const { seq, photo_id: photoId } of readChanges(stream)) {
        if (photoId !== null) seen.add(photoId);
        position = Math.max(position, seq);
      }
    };
    while (!streamEnding.signal.aborted) {
      // Its server was killed or stopped.
      await read().catch(() => undefined);
      if (!streamEnding.signal.aborted) await pause(RETRY_MS);
    }
  }

  const following = follow(people[0]!);
  const working = people.map(use);
  return {
    get answered() {
      return answered;
    },
    get streamsOpened() {
      return streamsOpened;
    },
    retried,
    failed,
    delivered,
    liked,
    forgetRetries: () => retried.clear(),
    async end() {
      ending.abort();
      await Promise.all(working);
      const untold = () => [...delivered.keys()].filter((id) => !seen.has(id));
      await waitUntil(
        () => untold().length === 0,
        TOLD_WITHIN_MS,
        () => `the stream did not tell of ${untold().length} of ${delivered.size} photos: ${untold().join(', ')}`,
      );
      streamEnding.abort();
      await following;
    },
  };
}
