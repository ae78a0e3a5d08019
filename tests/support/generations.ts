// Images as another program would have them made, and what the ledger says of them.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import type { CallOptions, Person } from './api.ts';
import { expectStatus } from './events.ts';
import { waitUntil } from './processes.ts';
import type { TestServer } from './server-process.ts';

type Schemas = components['schemas'];

/** A form with one file, as a browser sends it. */
export async function formWithFile(content: Uint8Array | string, field = 'file'): Promise<CallOptions> {
  const form = new FormData();
  form.set(field, new Blob([content as BlobPart]), 'picture.jpg');
  const sent = new Response(form);
  return { headers: { 'content-type': sent.headers.get('content-type') ?? '' }, body: new Uint8Array(await sent.arrayBuffer()) };
}

export async function uploadSource(person: Person, bytes: Uint8Array): Promise<Schemas['GenerationSource']> {
  const answer = await person.call<Schemas['GenerationUpload']>('POST', '/api/v1/generation-sources', await formWithFile(bytes));
  return { kind: 'upload', id: expectStatus(answer, 201, 'sending a picture').id, event_id: null };
}

/** @param key repeats what was asked for under it before */
export async function requestImages(
  person: Person,
  json: Partial<Schemas['CreateGenerationRequest']>,
  key: string = randomUUID(),
): Promise<Schemas['Generation']> {
  const asked = { model: 'builtin:illustrator', ...json };
  const headers = { 'idempotency-key': key };
  const answer = await person.call<Schemas['Generation']>('POST', '/api/v1/generations', { headers, json: asked });
  return expectStatus(answer, 202, 'asking for images');
}

export async function readGeneration(person: Person, id: string): Promise<Schemas['Generation']> {
  return expectStatus(await person.call<Schemas['Generation']>('GET', `/api/v1/generations/${id}`), 200, 'reading a generation');
}

export async function waitForGeneration(person: Person, id: string, ms = 60_000): Promise<Schemas['Generation']> {
  let now = await readGeneration(person, id);
  await waitUntil(
    async () => (now = await readGeneration(person, id)).finished_at !== null,
    ms,
    () => `generation ${id} did not end in time: ${now.status}, ${now.message}`,
    100,
  );
  return now;
}

/** What the ledger holds of a generation, in the order of its writing: such as `settle 4`. */
export async function ledgerOf(server: Pick<TestServer, 'sql'>, id: string): Promise<string[]> {
  const entries = await server.sql<{ entry: string }>(
    `select kind || ' ' || amount as entry from credit_entries where generation_id = $1 order by id`,
    [id],
  );
  return entries.map(({ entry }) => entry);
}

/** @param key repeats what was asked for under it before */
export async function startBatch(
  person: Person,
  json: Partial<Schemas['CreateGenerationBatchRequest']>,
  key: string = randomUUID(),
): Promise<Schemas['GenerationBatch']> {
  const headers = { 'idempotency-key': key };
  const asked = { model: 'builtin:restyle', ...json };
  const answer = await person.call<Schemas['GenerationBatch']>('POST', '/api/v1/generation-batches', { headers, json: asked });
  return expectStatus(answer, 202, 'starting a batch');
}

export async function readBatch(person: Person, id: string): Promise<Schemas['GenerationBatch']> {
  return expectStatus(await person.call<Schemas['GenerationBatch']>('GET', `/api/v1/generation-batches/${id}`), 200, 'reading a batch');
}

/** Waits until a batch is as wanted. */
export async function waitForBatch(
  person: Person,
  id: string,
  isWanted: (batch: Schemas['GenerationBatch']) => boolean,
  ms = 60_000,
): Promise<Schemas['GenerationBatch']> {
  let now = await readBatch(person, id);
  await waitUntil(
    async () => isWanted((now = await readBatch(person, id))),
    ms,
    () => `batch ${id} did not come so far in time: ${now.status}, ${now.made} of ${now.total}, ${now.message}`,
    100,
  );
  return now;
}
