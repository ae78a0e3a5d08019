// A plain client of the server, as another program would be: bearer token, JSON, tus by hand. It shares no code with the web app's own client,
// so that a mistake there does not hide itself.
import { randomBytes, randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { exchange } from './http.ts';
import { sha256, type Picture } from './pictures.ts';

type Schemas = components['schemas'];

export const demoPassword = 'demo-password';

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** Parsed when the answer is JSON, else its text. */
  body: T;
}

export interface Person {
  readonly id: string;
  /** Empty of a guest. */
  readonly email: string;
  /** Of the sign-in or its last renewal. */
  readonly token: string;
  readonly user: Schemas['SessionUser'];
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** For bodies that are neither JSON nor text, and for streams. */
  fetch(path: string, init?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>;
}

export interface CallOptions {
  json?: unknown;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

export async function call<T = unknown>(base: string, method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const headers = new Headers(options.headers);
  let { body } = options;
  if (options.json !== undefined) {
    body = JSON.stringify(options.json);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  } else if (typeof body === 'string' && !headers.has('content-type')) {
    headers.set('content-type', 'text/plain;charset=UTF-8');
  }
  const answer = await exchange(new URL(path, base), method, headers, body);
  const json = /^application\/(problem\+)?json\b/.test(answer.headers.get('content-type') ?? '');
  const { status, headers: answered, text } = answer;
  return { status, headers: answered, body: (json && text !== '' ? JSON.parse(text) : text) as T };
}

const people = new Map<string, Promise<Person>>();

/** Signs a demo person in, once per server and run: sign-ins are rate-limited. */
export function signIn(base: string, email: string, password = demoPassword): Promise<Person> {
  const key = `${base} ${email}`;
  const known = people.get(key);
  if (known) return known;
  const person = freshSignIn(base, email, password);
  people.set(key, person);
  person.catch(() => people.delete(key));
  return person;
}

/** Whoever asks next signs in again: a file may have ended the sessions of those it knew. */
export const clearSignIns = (): void => people.clear();

/** A session of its own, not shared with other callers of `signIn`. */
export async function freshSignIn(base: string, email: string, password = demoPassword): Promise<Person> {
  const open = () => openSession(base, email, password);
  return personOf(base, await open(), email, open);
}

async function openSession(base: string, email: string, password: string): Promise<Schemas['Session']> {
  const answer = await call<Schemas['Session']>(base, 'POST', '/api/v1/auth/login', { json: { email, password } });
  if (answer.status !== 200) throw new Error(`sign-in of ${email}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A token lasts 15 minutes; a run on a busy machine lasts longer. */
const TOKEN_MS = 8 * 60_000;

/** @param open signs them in again */
function personOf(base: string, signedIn: Schemas['Session'], email: string, open: () => Promise<Schemas['Session']>): Person {
  const { user } = signedIn;
  let token = signedIn.access_token;
  let renewAt = Date.now() + TOKEN_MS;
  let renewal: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    token = (await open()).access_token;
    renewAt = Date.now() + TOKEN_MS;
  };
  const fresh = async (): Promise<string> => {
    if (Date.now() > renewAt) await (renewal ??= renew().finally(() => (renewal = null)));
    return token;
  };
  return {
    id: user.id,
    email,
    get token() {
      return token;
    },
    user,
    call: async (method, path, options = {}) =>
      call(base, method, path, { ...options, headers: { authorization: `Bearer ${await fresh()}`, ...options.headers } }),
    fetch: async (path, init = {}) =>
      fetch(new URL(path, base), { ...init, headers: { authorization: `Bearer ${await fresh()}`, ...init.headers } }),
  };
}

/** A new person with an address nobody has yet. */
export async function registerPerson(
  base: string,
  options: { organization?: string; email?: string; firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const { email = `p-${randomUUID().slice(0, 13)}@example.test`, firstName = 'Test', lastName = 'Person' } = options;
  const kind = options.organization
    ? { account_type: 'organization', organization_name: options.organization }
    : { account_type: 'personal' };
  const answer = await call(base, 'POST', '/api/v1/auth/register', {
    json: { ...kind, email, password: demoPassword, first_name: firstName, last_name: lastName },
  });
  if (answer.status !== 201) throw new Error(`registration: ${answer.status} ${JSON.stringify(answer.body)}`);
  return freshSignIn(base, email);
}

/** Somebody who joins an event without an account. */
export async function joinAsGuest(base: string, code: string | null, name: string | undefined, key = newGuestKey()): Promise<Person> {
  const answer = await call<Schemas['GuestSession']>(base, 'POST', '/api/v1/auth/guest', { json: { code, key, name } });
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`joining as a guest: ${answer.status} ${JSON.stringify(answer.body)}`);
  return personOf(base, answer.body, '', async () => {
    const again = await call<Schemas['Session']>(base, 'POST', '/api/v1/auth/guest/session', { json: { key } });
    if (again.status !== 200) throw new Error(`coming back as a guest: ${again.status} ${JSON.stringify(again.body)}`);
    return again.body;
  });
}

export const newGuestKey = (): string => randomBytes(32).toString('base64url');

/**
 * Begins an upload by tus, without a byte yet unless a body is given.
 * @param eventId left out as pages of the release before did
 */
export function beginUpload(
  person: Person,
  length: number,
  eventId?: string,
  more: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  const named: Record<string, string> =
    eventId === undefined ? {} : { 'upload-metadata': `event ${Buffer.from(eventId).toString('base64')}` };
  const headers = { 'tus-resumable': '1.0.0', 'x-account': person.id, 'upload-length': String(length), ...named, ...more };
  return person.call('POST', '/api/v1/uploads', { headers, ...(body && { body }) });
}

/** Sends bytes by tus in one creation and one PATCH. Returns the upload's id. */
export async function upload(person: Person, bytes: Uint8Array, eventId?: string): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', 'x-account': person.id };
  const created = await beginUpload(person, bytes.length, eventId);
  if (created.status !== 201) throw new Error(`upload: ${created.status} ${JSON.stringify(created.body)}`);
  const location = new URL(created.headers.get('location') ?? '', 'http://any').pathname;
  const sent = await person.call('PATCH', location, {
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  });
  if (sent.status !== 204) throw new Error(`upload: ${sent.status} ${JSON.stringify(sent.body)}`);
  return location.split('/').at(-1)!;
}

/** Sends bytes by tus in the request that creates the upload, as the app does on a fast line. Returns the upload's id. */
export async function uploadAtOnce(person: Person, bytes: Uint8Array, eventId: string): Promise<string> {
  const created = await beginUpload(person, bytes.length, eventId, { 'content-type': 'application/offset+octet-stream' }, bytes);
  if (created.status !== 201) throw new Error(`upload: ${created.status} ${JSON.stringify(created.body)}`);
  return new URL(created.headers.get('location') ?? '', 'http://any').pathname.split('/').at(-1)!;
}

let sequence = 0;

/** What a phone says about a picture when it makes it a fact. */
export function photoRequest(
  shot: Pick<Picture, 'bytes' | 'sha256' | 'contentType'>,
  uploadId: string,
  id = uuid7(),
): Schemas['CreatePhotoRequest'] {
  sequence += 1;
  return {
    id,
    upload_id: uploadId,
    sha256: shot.sha256,
    bytes: shot.bytes.length,
    content_type: shot.contentType,
    taken_at: new Date().toISOString(),
    tz_offset: 60,
    orientation: 0,
    device_id: '0199aa00-0000-7000-8000-0000000000d9',
    device_seq: sequence,
    source: 'camera',
  };
}

export const createPhoto = (person: Person, eventId: string, fact: Schemas['CreatePhotoRequest'], headers: Record<string, string> = {}) =>
  person.call<Schemas['Photo']>('POST', `/api/v1/event/${eventId}/photos`, { json: fact, headers: { 'x-account': person.id, ...headers } });

/** Uploads and commits a picture. */
export async function deliver(person: Person, eventId: string, shot: Picture): Promise<Schemas['Photo']> {
  const answer = await createPhoto(person, eventId, photoRequest(shot, await upload(person, shot.bytes, eventId)));
  if (answer.status !== 201) throw new Error(`delivery: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The whole gallery as this person sees it, page by page. */
export async function gallery(person: Person, eventId: string): Promise<Schemas['Photo'][]> {
  const photos: Schemas['Photo'][] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '200', ...(cursor ? { cursor } : {}) });
    const page: Answer<Schemas['PhotoPage']> = await person.call('GET', `/api/v1/event/${eventId}/photos?${query}`);
    if (page.status !== 200) throw new Error(`gallery: ${page.status} ${JSON.stringify(page.body)}`);
    photos.push(...page.body.items);
    cursor = page.body.next_cursor;
  } while (cursor);
  return photos;
}

/** SHA-256 of the bytes the server really keeps for a photo, not of what it says about them. */
export async function originalHash(person: Person, eventId: string, photoId: string): Promise<string> {
  const response = await person.fetch(`/api/v1/event/${eventId}/photos/${photoId}/original`);
  if (!response.ok) throw new Error(`original of ${photoId}: ${response.status}`);
  return sha256(new Uint8Array(await response.arrayBuffer()));
}
