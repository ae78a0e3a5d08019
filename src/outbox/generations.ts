// Generation requests in the outbox: storing and delivering them. Each has a client-made id, which makes retries idempotent.
import type { components } from '#openapi/api.ts';
import { safeLocalStorage } from '#src/lib/web-storage.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import { nextSeq, write } from './db.ts';
import { publish, requestDrain } from './messages.ts';
import type { GenerationRecord } from './record.ts';
import { classifyFailure, type Outcome, scheduleOneDeadline } from './scheduler.ts';

type Generation = components['schemas']['Generation'];
type NewGeneration = Pick<GenerationRecord, 'id' | 'account' | 'body' | 'modelName'> & Partial<Pick<GenerationRecord, 'writtenAt'>>;
type LegacyGeneration = Omit<NewGeneration, 'account'> & Pick<GenerationRecord, 'refusal'>;

/**
 * Queues a request, or sends a refused one again. When it resolves, the request is on disk.
 * @param immediate whether the person is watching: a limit then refuses it instead of letting it wait
 * @param refusal why it is not sent yet, if it was refused before
 * @throws QuotaExceededError, or another error of the database; nothing was stored then
 */
export async function enqueueGeneration(request: NewGeneration, immediate: boolean, refusal: string | null = null): Promise<void> {
  const { id, account, body, modelName, writtenAt = Date.now() } = request;
  await write(['photos', 'generations', 'meta'], async (tx) => {
    const generations = tx.objectStore('generations');
    const seq = (await generations.get(id))?.seq ?? (await nextSeq(tx));
    // Its photo may take hours.
    const isWaiting = body.source != null && (await tx.objectStore('photos').count(body.source.id)) > 0;
    const fresh = { refusal, immediate: immediate && !isWaiting, attempts: 0, nextAttemptAt: 0, scheduledAt: null };
    await generations.put({ v: 1, id, account, seq, body, modelName, writtenAt, ...fresh });
  });
  unwritten.delete(id);
  publish({ type: 'generations-changed', account, stored: null });
  requestDrain();
}

/** Deletes a queued request. The server may still receive one that is being sent. */
export async function discardGeneration(account: string, id: string): Promise<void> {
  await write(['generations'], (tx) => tx.objectStore('generations').delete(id));
  publish({ type: 'generations-changed', account, stored: null });
}

const LEGACY_PREFIX = 'waiting-generation:';

/** Moves requests of releases up to 0.2.0, which are in localStorage, to the outbox. */
export async function importLegacyGenerations(): Promise<void> {
  const storage = safeLocalStorage();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  // Ids start with a timestamp, so they sort by time.
  for (const key of keys.filter((name) => name.startsWith(LEGACY_PREFIX)).toSorted()) {
    const [, account = ''] = key.split(':');
    const saved = parseLegacy(storage?.getItem(key) ?? null);
    if (saved) await enqueueGeneration({ ...saved, account }, false, saved.refusal);
    storage?.removeItem(key);
  }
}

function parseLegacy(text: string | null): LegacyGeneration | null {
  try {
    const saved = JSON.parse(text ?? 'null') as Partial<LegacyGeneration> | null;
    return saved?.body && typeof saved.id === 'string' ? (saved as LegacyGeneration) : null;
  } catch {
    return null; // written by something else
  }
}

/** Seconds between attempts while the source photo is being processed. */
const PROCESSING_RETRY_S = 5;
/** Limits of the account and of the model. They pass without the person. */
const LIMIT_CODES: ReadonlySet<string> = new Set(['too_many_generations', 'too_many_requests', 'model_daily_limit']);

interface Attempt {
  outcome: Outcome;
  stored: Generation | null;
}

/** Attempts whose outcome could not be written, as on a full disk. It is written instead of sending the request again. */
const unwritten = new Map<string, Attempt>();

/** Tries to deliver one request and records the outcome. */
export async function deliverGeneration(request: GenerationRecord, signal: AbortSignal): Promise<Outcome> {
  const made = unwritten.get(request.id) ?? (await attempt(request, signal));
  unwritten.set(request.id, made);
  await settle(request, made.outcome);
  unwritten.delete(request.id);
  publish({ type: 'generations-changed', account: request.account, stored: made.stored });
  return made.outcome;
}

async function attempt(request: GenerationRecord, signal: AbortSignal): Promise<Attempt> {
  try {
    const stored = await send(request, signal);
    return { outcome: stored ? { kind: 'delivered' } : PROCESSING, stored };
  } catch (error) {
    return { outcome: outcomeOf(signal.aborted ? signal.reason : error), stored: null };
  }
}

const PROCESSING: Outcome = {
  kind: 'retry',
  code: 'source_unavailable',
  message: 'The photo is being processed.',
  network: false,
  after: null,
  hint: PROCESSING_RETRY_S,
};

/** Outcomes that only photos have are refusals here. */
function outcomeOf(error: unknown): Outcome {
  const outcome = classifyFailure(error, 0);
  if (!(error instanceof ApiError) || (outcome.kind !== 'restart' && outcome.kind !== 'delivered')) return outcome;
  return { kind: 'park', code: error.code, message: error.message };
}

/** @returns null while the source photo is being processed */
async function send(request: GenerationRecord, signal: AbortSignal): Promise<Generation | null> {
  try {
    return await create(request, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'source_unavailable') throw error;
    const state = await readPhotoState(request, signal);
    if (state === 'processing') return null;
    // It became ready in between, so a second refusal is final.
    if (state === 'ready') return create(request, signal);
    throw error;
  }
}

async function create({ id, account, body }: GenerationRecord, signal: AbortSignal): Promise<Generation> {
  const params = { header: { 'Idempotency-Key': id, 'X-Account': account } };
  const generation = unwrap(await api.POST('/api/v1/generations', { params, body, signal }));
  if (generation?.id !== id) throw new NetworkError('portal');
  return generation;
}

/**
 * @returns null if the request has no source photo, or the photo does not exist
 * @throws an error that is worth a retry
 */
async function readPhotoState(
  { body: { source } }: GenerationRecord,
  signal: AbortSignal,
): Promise<components['schemas']['Photo']['state'] | null> {
  if (source?.kind !== 'photo') return null;
  const path = { id: source.event_id ?? '', photoId: source.id };
  try {
    return unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path }, signal })).state;
  } catch (error) {
    if (outcomeOf(error).kind === 'park') return null;
    throw error;
  }
}

/** A request that was discarded in the meantime stays discarded. */
async function settle({ id }: GenerationRecord, outcome: Outcome): Promise<void> {
  await write(['generations'], async (tx) => {
    const generations = tx.objectStore('generations');
    const current = await generations.get(id);
    if (!current) return;
    if (outcome.kind === 'delivered') await generations.delete(id);
    else await generations.put({ ...current, ...updatesFor(outcome, current) });
  });
}

function updatesFor(outcome: Exclude<Outcome, { kind: 'delivered' }>, current: GenerationRecord): Partial<GenerationRecord> {
  if (outcome.kind === 'pause') return { immediate: false };
  if (outcome.kind !== 'retry' || (current.immediate && LIMIT_CODES.has(outcome.code)))
    return { refusal: outcome.message, refusalCode: outcome.code };
  // Waiting for a photo, or at a limit for as long as the server asks, is no failure, so it does not lengthen the backoff.
  const waits = outcome === PROCESSING || (LIMIT_CODES.has(outcome.code) && outcome.after !== null);
  const attempts = waits ? 0 : current.attempts + 1;
  return { immediate: false, attempts, ...scheduleOneDeadline(attempts, outcome.after, outcome.hint) };
}
