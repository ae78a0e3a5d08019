// The clients of the `night` bench, in a separate process so that their work is not counted as the server's. night.ts forks it, sends it one part
// after the other, and receives all durations and answers.
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { uuid7 } from '#src/lib/uuid7.ts';
import { newGuestKey } from '#tests/support/api.ts';

export interface Night {
  url: string;
  code: string;
  guests: number;
  seconds: number;
  /** Each delivers 2.2 MB every three seconds. */
  photographers: { id: string; token: string }[];
  /** Removes guests of the event while the others look. */
  owner: { id: string; token: string };
  /** How many of the guests deliver 1 MB every fifteen seconds. */
  shooters: number;
  /** Files in Base64. With random bytes at their end they are as many different photos. */
  big: string;
  small: string;
}

export type NightTask = { play: Night } | { herd: { url: string; code: string; count: number; seconds: number } };

export interface Played {
  /** In ms, by kind of request. */
  times: Record<string, number[]>;
  /** Number of answers by kind of request and outcome: the status, with the problem's code from 500 on, or the error's code without an answer. */
  answers: Record<string, Record<string, number>>;
  /** SHA-256 of the acknowledged photos, by id. */
  delivered: Record<string, string>;
  /** Seconds from the last shot until all shots were delivered. */
  recovered: number;
}

export type NightReport = { stage: string } | { played: Played } | { failed: string };

/** Of a problem document; empty for any other answer. */
function codeOf(headers: http.IncomingHttpHeaders, body: Buffer): string {
  if (!headers['content-type']?.startsWith('application/problem+json')) return '';
  return (JSON.parse(body.toString()) as { code: string }).code;
}

const report = (told: NightReport) => process.send?.(told);
let played: Played = { times: {}, answers: {}, delivered: {}, recovered: 0 };
const took = (what: string, ms: number) => void (played.times[what] ??= []).push(ms);

interface Answer {
  /** 0 without an answer. */
  status: number;
  /** As it is counted. */
  outcome: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface Sending {
  headers?: Record<string, string>;
  json?: unknown;
  body?: Buffer;
}

interface Listed {
  id: string;
  state: string;
}

interface Change {
  kind: string;
  photo_id?: string;
  photo?: { state: string };
}

/** One phone: at most five connections in addition to the stream, and pictures are revalidated by their ETag, as browsers do. */
class Device {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 5 });
  readonly #tags = new Map<string, string>();
  readonly #liked = new Set<string>();
  readonly #device = uuid7();
  #shots = 0;
  #waiting = 0;
  #isSending = false;
  #hasLeft = false;
  #stream: http.ClientRequest | null = null;
  #position = 0;
  readonly url: string;
  listed: Listed[] = [];
  id = '';
  token = '';
  eventId = '';

  constructor(url: string) {
    this.url = url;
  }

  ask(what: string, method: string, path: string, { headers = {}, json, body }: Sending = {}): Promise<Answer> {
    const sent = json === undefined ? body : Buffer.from(JSON.stringify(json));
    const started = performance.now();
    return new Promise((resolve) => {
      const end = (answer: Answer) => {
        // Its connections were cut by itself.
        if (this.#hasLeft) return resolve(answer);
        took(what, performance.now() - started);
        const counts = (played.answers[what] ??= {});
        counts[answer.outcome] = (counts[answer.outcome] ?? 0) + 1;
        resolve(answer);
      };
      const fail = (error: NodeJS.ErrnoException) =>
        end({ status: 0, outcome: error.code ?? error.message, headers: {}, body: Buffer.alloc(0) });
      const request = http.request(
        new URL(path, this.url),
        {
          method,
          agent: this.#agent,
          timeout: 60_000,
          headers: {
            ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
            ...(method === 'GET' ? {} : { 'content-length': String(sent?.length ?? 0) }),
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            const body = Buffer.concat(parts);
            const outcome = status < 500 ? String(status) : `${status} ${codeOf(response.headers, body)}`;
            end({ status, outcome, headers: response.headers, body });
          });
          response.on('error', fail);
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer in 60 s')));
      request.on('error', fail);
      request.end(sent);
    });
  }

  async join(code: string, name: string): Promise<void> {
    const { status, outcome, body } = await this.ask('join', 'POST', '/api/v1/auth/guest', { json: { code, key: newGuestKey(), name } });
    if (status !== 200 && status !== 201) throw new Error(`joining: ${outcome} ${body.toString()}`);
    const session = JSON.parse(body.toString()) as { access_token: string; user: { id: string }; event: { id: string } };
    this.id = session.user.id;
    this.token = session.access_token;
    this.eventId = session.event.id;
  }

  async list(): Promise<void> {
    const { status, body } = await this.ask('list', 'GET', `/api/v1/event/${this.eventId}/photos?limit=60`);
    if (status !== 200) return;
    const page = JSON.parse(body.toString()) as { items: Listed[]; stream_position: number };
    this.listed = page.items;
    this.#position = page.stream_position;
  }

  async picture(what: string, photoId: string, kind: 'thumb' | 'preview'): Promise<void> {
    const path = `/api/v1/event/${this.eventId}/photos/${photoId}/${kind}`;
    const tag = this.#tags.get(path);
    const { status, headers } = await this.ask(tag === undefined ? what : `${what}, unchanged`, 'GET', path, {
      headers: tag === undefined ? {} : { 'if-none-match': tag },
    });
    if (status === 200 && headers.etag !== undefined) this.#tags.set(path, headers.etag);
  }

  async scroll(): Promise<void> {
    await this.list();
    const from = Math.floor(Math.random() * Math.max(1, this.listed.length - 20));
    const seen = this.listed.slice(from, from + 20).filter(({ state }) => state === 'ready');
    await Promise.all(seen.map(({ id }) => this.picture('thumb', id, 'thumb')));
  }

  async like(): Promise<void> {
    const id = this.#anyReady();
    if (id === undefined) return;
    const isLiked = this.#liked.has(id);
    if (isLiked) this.#liked.delete(id);
    else this.#liked.add(id);
    const headers = { 'x-account': this.id };
    await this.ask('like', isLiked ? 'DELETE' : 'PUT', `/api/v1/event/${this.eventId}/photos/${id}/like`, { headers });
  }

  async preview(): Promise<void> {
    const id = this.#anyReady();
    if (id !== undefined) await this.picture('preview', id, 'preview');
  }

  #anyReady(): string | undefined {
    const ready = this.listed.filter(({ state }) => state === 'ready').slice(0, 30);
    return ready[Math.floor(Math.random() * ready.length)]?.id;
  }

  /** Opens the event stream and fetches the thumbnail of each new photo within a second, as the app does at a crowded event. */
  follow(onEnd?: () => void): void {
    const headers = { authorization: `Bearer ${this.token}`, accept: 'text/event-stream' };
    const path = `/api/v1/event/${this.eventId}/stream?after=${this.#position}`;
    const request = http.get(new URL(path, this.url), { agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        const messages = (text + part).split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) this.#hear(message);
      });
      const again = () => {
        if (this.#stream !== request) return;
        if (onEnd) return onEnd();
        took('stream cut', 0);
        setTimeout(() => this.#stream === request && this.follow(), 1000 + Math.random() * 2000);
      };
      response.on('error', () => undefined);
      response.on('close', again);
    });
    request.on('error', () => setTimeout(() => this.#stream === request && this.follow(), 1000 + Math.random() * 2000));
    this.#stream = request;
  }

  #hear(message: string): void {
    const id = /^id: ?(\d+)/m.exec(message)?.[1];
    const data = /^data: ?(.*)$/m.exec(message)?.[1];
    if (id === undefined || data === undefined) return;
    this.#position = Math.max(this.#position, Number(id));
    const { kind, photo_id: photoId, photo } = JSON.parse(data) as Change;
    if (photoId === undefined) return;
    const answeredAt = answered.get(photoId);
    if (kind === 'added' && sent.has(photoId))
      took('from a commit to the stream', answeredAt === undefined ? 0 : Math.max(0, performance.now() - answeredAt));
    if (kind === 'changed' && photo?.state === 'ready')
      setTimeout(() => this.#stream !== null && void this.picture('new thumb', photoId, 'thumb'), Math.random() * 1000);
  }

  leave(): void {
    this.#hasLeft = true;
    const stream = this.#stream;
    this.#stream = null;
    stream?.destroy();
    this.#agent.destroy();
  }

  /** A shot waits until those before it are delivered, as in the app's outbox. */
  shoot(bytes: Buffer, size: number, what: string): void {
    this.#waiting += 1;
    if (!this.#isSending) void this.#sendAll(bytes, size, what);
  }

  get unsent(): number {
    return this.#waiting + (this.#isSending ? 1 : 0);
  }

  async #sendAll(bytes: Buffer, size: number, what: string): Promise<void> {
    this.#isSending = true;
    while (this.#waiting > 0) {
      this.#waiting -= 1;
      await this.#deliver(Buffer.concat([bytes, randomBytes(Math.max(16, size - bytes.length))]), what);
    }
    this.#isSending = false;
  }

  async #deliver(bytes: Buffer, what: string): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const id = uuid7();
    const started = performance.now();
    this.#shots += 1;
    const fact = {
      id,
      sha256,
      bytes: bytes.length,
      content_type: 'image/jpeg',
      taken_at: new Date().toISOString(),
      tz_offset: 0,
      orientation: 0,
      device_id: this.#device,
      device_seq: this.#shots,
      source: 'camera',
    };
    for (let tries = 0; ; tries += 1) {
      if (tries > 0) await pause(Math.min(8000, 500 * 2 ** tries));
      if (!(await this.#tryDelivery(fact, bytes))) continue;
      took(what, performance.now() - started);
      played.delivered[id] = sha256;
      return;
    }
  }

  /** @returns whether it was acknowledged @throws {Error} if it never will be */
  async #tryDelivery(fact: { id: string }, bytes: Buffer): Promise<boolean> {
    const tus = { 'tus-resumable': '1.0.0', 'x-account': this.id };
    const begun = await this.ask('upload begun', 'POST', '/api/v1/uploads', {
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `event ${Buffer.from(this.eventId).toString('base64')}`,
      },
    });
    if (begun.status !== 201) return false;
    const { pathname } = new URL(begun.headers.location ?? '', this.url);
    const arrived = await this.ask('upload', 'PATCH', pathname, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    });
    if (arrived.status !== 204) return false;
    sent.add(fact.id);
    const { status, body } = await this.ask('commit', 'POST', `/api/v1/event/${this.eventId}/photos`, {
      headers: { 'x-account': this.id },
      json: { ...fact, upload_id: pathname.split('/').at(-1) },
    });
    if (status >= 400 && status < 500 && status !== 429) throw new Error(`commit: ${status} ${body.toString()}`);
    if (status !== 200 && status !== 201) return false;
    answered.set(fact.id, performance.now());
    return true;
  }
}

/** IDs of photos whose commit was sent, and when it was answered. */
const sent = new Set<string>();
const answered = new Map<string, number>();
const devices: Device[] = [];

/** Repeats `act` at a fixed rate from a random moment on. A repetition is skipped while the one before is not done. */
async function every(ms: number, until: number, act: () => Promise<void> | void): Promise<void> {
  let isDone = true;
  const once = async () => {
    isDone = false;
    await act();
    isDone = true;
  };
  await pause(Math.random() * ms);
  for (let next = performance.now(); performance.now() < until; next += ms) {
    if (isDone) void once();
    await pause(Math.max(0, next + ms - performance.now()));
  }
}

/** How many guests are removed during the night, and how soon each must be refused everything is measured. */
const REMOVALS = 5;
const REFUSED = 404;

/** Removes a guest who looks at photos and follows the stream, and measures when each kind of request is refused. */
async function removeFrom(organizer: Device, guest: Device): Promise<void> {
  await guest.list();
  const photoId = guest.listed.find(({ state }) => state === 'ready')?.id;
  if (photoId === undefined) throw new Error('no photo to look at');
  const path = `/api/v1/event/${guest.eventId}`;
  const requests = { thumb: `${path}/photos/${photoId}/thumb`, list: `${path}/photos?limit=60`, event: path };
  for (const url of Object.values(requests)) await guest.ask('before a removal', 'GET', url);
  const isCut = new Promise<void>((resolve) => guest.follow(resolve));
  await pause(1000);
  const { status, outcome } = await organizer.ask('removal', 'DELETE', `${path}/participants/${guest.id}`);
  if (status !== 204) throw new Error(`removing a guest: ${outcome}`);
  const removedAt = performance.now();
  const refused = (what: string) => took(`removed guest: ${what} refused`, performance.now() - removedAt);
  await Promise.all([
    isCut.then(() => refused('stream')),
    ...Object.entries(requests).map(async ([what, url]) => {
      while ((await guest.ask('after a removal', 'GET', url)).status !== REFUSED) await pause(10);
      refused(what);
    }),
  ]);
  guest.leave();
}

async function play({ url, code, guests, seconds, photographers, owner, shooters, big, small }: Night): Promise<void> {
  const [bigBytes, smallBytes] = [Buffer.from(big, 'base64'), Buffer.from(small, 'base64')];
  const joining: Promise<void>[] = [];
  for (let number = 0; number < guests + REMOVALS; number += 1) {
    const guest = new Device(url);
    devices.push(guest);
    joining.push(guest.join(code, `Guest ${number}`));
    await pause(40);
  }
  await Promise.all(joining);
  const toRemove = devices.splice(guests);
  for (const guest of devices) {
    await guest.list();
    guest.follow();
  }
  const { eventId } = devices[0]!;
  const signedIn = (who: { id: string; token: string }) => Object.assign(new Device(url), who, { eventId });
  const professionals = photographers.map(signedIn);
  const organizer = signedIn(owner);
  await pause(3000);
  played = { times: {}, answers: {}, delivered: {}, recovered: 0 };
  report({ stage: 'night' });
  const until = performance.now() + seconds * 1000;
  await Promise.all([
    ...devices.flatMap((guest) => [
      every(10_000, until, () => guest.scroll()),
      every(20_000, until, () => guest.like()),
      every(15_000, until, () => guest.preview()),
    ]),
    ...devices.slice(0, shooters).map((guest) => every(15_000, until, () => guest.shoot(smallBytes, 1_000_000, 'delivery of a guest'))),
    ...toRemove.map(async (guest, number) => {
      await pause(((number + 1) / (REMOVALS + 1)) * seconds * 1000);
      await removeFrom(organizer, guest);
    }),
    ...professionals.map((one) => every(3000, until, () => one.shoot(bigBytes, 2_200_000, 'delivery of a photographer'))),
  ]);
  const stopped = performance.now();
  report({ stage: 'recovery' });
  while ([...devices, ...professionals].some(({ unsent }) => unsent > 0)) await pause(100);
  played.recovered = (performance.now() - stopped) / 1000;
}

/** Guests join at a fixed rate, each from the code to the first twenty pictures. */
async function herd({ url, code, count, seconds }: { url: string; code: string; count: number; seconds: number }): Promise<void> {
  played = { times: {}, answers: {}, delivered: {}, recovered: 0 };
  const come = async (number: number) => {
    await pause((number / count) * seconds * 1000);
    const started = performance.now();
    const guest = new Device(url);
    devices.push(guest);
    await guest.join(code, `Late ${number}`);
    await guest.ask('event', 'GET', `/api/v1/event/${guest.eventId}`);
    await guest.ask('timeline', 'GET', `/api/v1/event/${guest.eventId}/timeline`);
    await guest.list();
    guest.follow();
    const first = guest.listed.slice(0, 20).filter(({ state }) => state === 'ready');
    await Promise.all(first.map(({ id }) => guest.picture('thumb', id, 'thumb')));
    took('from the code to the gallery', performance.now() - started);
  };
  await Promise.all(Array.from({ length: count }, (_, number) => come(number)));
}

process.on('message', (asked: NightTask) => {
  ('play' in asked ? play(asked.play) : herd(asked.herd)).then(
    () => report({ played }),
    (error: unknown) => report({ failed: String(error) }),
  );
});
process.on('disconnect', () => {
  for (const device of devices) device.leave();
  process.exit(0);
});
// A delivery that is refused for good fails the bench.
process.on('unhandledRejection', (error) => report({ failed: String(error) }));
