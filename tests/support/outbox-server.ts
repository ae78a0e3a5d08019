// A server small enough for unit tests of the outbox: tus creation, HEAD and PATCH, the commit, likes - with switches for what may go wrong.
// The real server is what e2e and chaos tests use; this one exists to make rare answers common.
import { createHash } from 'node:crypto';

/** When every photo arrived. */
export const RECEIVED_AT = '2026-11-20T21:14:09.000Z';

interface Upload {
  length: number;
  bytes: Uint8Array;
}

export class OutboxServer {
  /** Facts: photo id → its body and how often the commit made or repeated it. */
  readonly photos = new Map<string, { sha256: string; eventId: string; commits: number }>();
  /** Photos that are shown by a proof, and when it came. They are no facts yet. */
  readonly proofs = new Map<string, number>();
  /** The hashes of their originals. */
  readonly awaited = new Map<string, string>();
  /** Photos that were facts, and were deleted. */
  readonly deleted = new Set<string>();
  /** Photos whose files cannot be decoded, and those that were not looked at yet. */
  readonly damaged = new Set<string>();
  readonly processing = new Set<string>();
  readonly uploads = new Map<string, Upload>();
  /** When each became a fact, on the steady clock. */
  readonly storedAt = new Map<string, number>();
  readonly likes = new Map<string, boolean>();
  readonly log: string[] = [];
  /** How often it was asked whether it is there. */
  reachabilityChecks = 0;
  /** Called first; what it returns or throws is the answer. */
  intercept: (request: Request, route: string) => Promise<Response | undefined> | Response | undefined = () => undefined;
  /** Called after the work is done, before the answer leaves. */
  afterwards: (request: Request, route: string, answer: Response) => Response = (_request, _route, answer) => answer;
  /** What commits wait for, and whoever cancels their upload meanwhile. */
  slowly: Promise<void> = Promise.resolve();
  #committing: Promise<unknown> = Promise.resolve();
  #nextUpload = 1;

  install(): () => void {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      this.#answer(input instanceof NodeRequest ? input : new Request(new URL(String(input), 'http://app.test/'), init));
    return () => {
      globalThis.fetch = original;
    };
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const route = `${request.method} ${pathname}`;
    // Looks at the server are no deliveries.
    if (pathname === '/healthz') this.reachabilityChecks += 1;
    else this.log.push(route);
    const instead = await this.intercept(request, route);
    if (instead) return instead;
    return this.afterwards(request, route, await this.#work(request, pathname));
  }

  async #work(request: Request, path: string): Promise<Response> {
    if (path === '/healthz') return json(200, { status: 'ok' });
    if (path === '/api/v1/auth/logout') return noContent();
    if (path === '/api/v1/uploads') return this.#create(request);
    const upload = /^\/api\/v1\/uploads\/(.+)$/.exec(path);
    if (upload) return this.#continue(request, upload[1]!);
    const like = /^\/api\/v1\/event\/[^/]+\/photos\/([^/]+)\/like$/.exec(path);
    if (like) return this.#like(request, like[1]!);
    const commit = /^\/api\/v1\/event\/([^/]+)\/photos$/.exec(path);
    if (commit) return (this.#committing = this.#commit(request, commit[1]!));
    const check = /^\/api\/v1\/event\/([^/]+)\/photos\/check$/.exec(path);
    if (check) return this.#checkDelivered(request, check[1]!);
    const known = /^\/api\/v1\/event\/([^/]+)\/photos\/known$/.exec(path);
    if (known) return this.#findKnown(request, known[1]!);
    const proof = /^\/api\/v1\/event\/([^/]+)\/photos\/([^/]+)\/proof$/.exec(path);
    if (proof) return this.#showProof(request, proof[1]!, proof[2]!);
    const photo = /^\/api\/v1\/event\/[^/]+\/photos\/([^/]+)$/.exec(path);
    const held = photo && this.photos.get(photo[1]!);
    if (held && request.method === 'GET') return json(200, { id: photo[1], event_id: held.eventId, sha256: held.sha256 });
    if (photo && request.method === 'DELETE')
      return this.proofs.delete(photo[1]!) || this.photos.delete(photo[1]!) ? noContent() : problem(404, 'not_found');
    return problem(404, 'not_found');
  }

  async #create(request: Request): Promise<Response> {
    if (!/^event [\w+/]+=*$/.test(request.headers.get('upload-metadata') ?? '')) return problem(422, 'invalid_request');
    const id = `upload-${this.#nextUpload++}`;
    const bytes = new Uint8Array(await request.arrayBuffer());
    this.uploads.set(id, { length: Number(request.headers.get('upload-length')), bytes });
    return tus(201, { Location: `/api/v1/uploads/${id}`, 'Upload-Offset': String(bytes.length) });
  }

  async #continue(request: Request, id: string): Promise<Response> {
    const upload = this.uploads.get(id);
    if (!upload) return problem(404, 'not_found');
    if (request.method === 'DELETE') {
      await this.#committing;
      this.uploads.delete(id);
      return tus(204, {});
    }
    if (request.method === 'PATCH') {
      if (Number(request.headers.get('upload-offset')) !== upload.bytes.length) return problem(409, 'conflict');
      upload.bytes = Buffer.concat([upload.bytes, new Uint8Array(await request.arrayBuffer())]);
      return tus(204, { 'Upload-Offset': String(upload.bytes.length) });
    }
    return tus(200, { 'Upload-Offset': String(upload.bytes.length), 'Upload-Length': String(upload.length) });
  }

  async #commit(request: Request, eventId: string): Promise<Response> {
    await this.slowly;
    const body = (await request.json()) as { id: string; upload_id: string; sha256: string };
    const known = this.photos.get(body.id);
    if (known) {
      known.commits += 1;
      return known.sha256 === body.sha256
        ? json(200, { id: body.id, event_id: eventId, sha256: known.sha256, uploaded_at: RECEIVED_AT, awaits_original: false })
        : problem(409, 'photo_conflict');
    }
    const upload = this.uploads.get(body.upload_id);
    if (!upload) return problem(404, 'upload_not_found');
    if (upload.bytes.length !== upload.length) return problem(409, 'upload_incomplete');
    if (createHash('sha256').update(upload.bytes).digest('hex') !== body.sha256) return problem(422, 'hash_mismatch');
    this.uploads.delete(body.upload_id);
    this.storedAt.set(body.id, performance.now());
    this.photos.set(body.id, { sha256: body.sha256, eventId, commits: 1 });
    this.awaited.delete(body.id);
    return json(201, { id: body.id, event_id: eventId, sha256: body.sha256, uploaded_at: RECEIVED_AT });
  }

  async #showProof(request: Request, eventId: string, id: string): Promise<Response> {
    const asked = new URL(request.url).searchParams;
    const sha256 = asked.get('sha256') ?? '';
    const answer = (status: number, isShown: boolean) => json(status, { id, event_id: eventId, sha256, awaits_original: isShown });
    if (this.photos.has(id)) return answer(200, false);
    if ((await request.arrayBuffer()).byteLength > 200_000) return problem(413, 'too_large');
    if (!this.uploads.has(asked.get('upload_id') ?? '')) return problem(404, 'upload_not_found');
    if (!this.proofs.has(id)) this.proofs.set(id, performance.now());
    this.awaited.set(id, sha256);
    return answer(201, true);
  }

  async #checkDelivered(request: Request, eventId: string): Promise<Response> {
    const { photos } = (await request.json()) as { photos: { id: string; sha256?: string }[] };
    const missing = photos.filter(({ id }) => !this.photos.has(id) && !this.deleted.has(id));
    const delivered = [...this.photos.values()].filter((photo) => photo.eventId === eventId).length + this.deleted.size;
    const among = (ids: ReadonlySet<string>) => photos.flatMap(({ id }) => (ids.has(id) ? [id] : []));
    return json(200, {
      missing: missing.map(({ id, sha256 }) => ({ id, instead: this.#idOf(eventId, sha256) })),
      damaged: among(this.damaged),
      processing: among(this.processing),
      deleted: among(this.deleted),
      delivered,
    });
  }

  async #findKnown(request: Request, eventId: string): Promise<Response> {
    const { sha256 } = (await request.json()) as { sha256: string[] };
    const known = sha256.flatMap((hash) => {
      const id = this.#idOf(eventId, hash);
      return id === null ? [] : [{ sha256: hash, id, uploaded_at: RECEIVED_AT }];
    });
    const awaiting = [...this.awaited].map(([id, hash]) => ({ id, sha256: hash })).filter((photo) => sha256.includes(photo.sha256));
    return json(200, { known, awaiting_original: awaiting });
  }

  #idOf(eventId: string, sha256: string | undefined): string | null {
    return [...this.photos].find(([, photo]) => photo.eventId === eventId && photo.sha256 === sha256)?.[0] ?? null;
  }

  #like(request: Request, photoId: string): Response {
    const liked = request.method === 'PUT';
    this.likes.set(photoId, liked);
    return json(200, { photo_id: photoId, likes: Number(liked), is_liked: liked });
  }
}

interface LockOptions {
  ifAvailable?: boolean;
  signal?: AbortSignal;
}

/** Web Locks, as far as the app uses them: exclusive, queued until a signal ends that, or `ifAvailable`. */
class Locks {
  readonly #held = new Map<string, Promise<unknown>>();

  async query() {
    return { held: [...this.#held.keys()].map((name) => ({ name })), pending: [] };
  }

  async request<T>(
    name: string,
    ...rest: [work: (lock: object | null) => Promise<T>] | [options: LockOptions, work: (lock: object | null) => Promise<T>]
  ): Promise<T> {
    const [options, work]: [LockOptions, (lock: object | null) => Promise<T>] = rest.length === 2 ? rest : [{}, rest[0]];
    if (options.ifAvailable && this.#held.has(name)) return work(null);
    const { signal } = options;
    const givenUp = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    const mustWait = () => this.#held.has(name) && !signal?.aborted;
    while (mustWait()) await Promise.race([this.#held.get(name), givenUp]);
    signal?.throwIfAborted();
    const running = work({ name });
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    this.#held.set(name, settled);
    await settled;
    this.#held.delete(name);
    return running;
  }
}

// What a worker has and Node 20 lacks. Set on import: the generated client reads its base URL when it is loaded.
for (const [name, value] of Object.entries({ location: new URL('http://app.test/'), navigator: { locks: new Locks() } })) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true });
}

const NodeRequest = globalThis.Request;

/** Node forgets to pass an abort on to a request whose forerunner was collected: this one has the signal that it was given. */
class SignalRequest extends NodeRequest {
  readonly #signal: AbortSignal;

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    this.#signal = init?.signal ?? (input instanceof NodeRequest ? input.signal : super.signal);
  }

  override get signal(): AbortSignal {
    return this.#signal;
  }

  override clone(): Request {
    return new SignalRequest(super.clone(), { signal: this.#signal });
  }
}
globalThis.Request = SignalRequest;

/** Nor does it keep a signal that was made of others. */
const joinedSignals: AbortSignal[] = [];
const { any } = AbortSignal;
AbortSignal.any = (signals) => {
  const joined = any.call(AbortSignal, signals);
  joinedSignals.push(joined);
  return joined;
};

/** By this the app knows the server's answers from a stranger's. */
export const API_HEADERS = { 'x-request-id': 'test' };

const tus = (status: number, headers: Record<string, string>) =>
  new Response(null, { status, headers: { ...API_HEADERS, 'Tus-Resumable': '1.0.0', ...headers } });

export const noContent = () => new Response(null, { status: 204, headers: API_HEADERS });

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { ...API_HEADERS, 'content-type': 'application/json' } });

export const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, detail: `${code}.`, code, request_id: 'test' }), {
    status,
    headers: { ...API_HEADERS, 'content-type': 'application/problem+json', ...headers },
  });

/** The same from a captive portal or a proxy. */
export const foreignJson = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });

/** What a captive portal says to everything. */
export const portalPage = (status = 200) =>
  new Response('<html>Welcome to our Wi-Fi</html>', { status, headers: { 'content-type': 'text/html' } });
