// Runs a generation: retries, cancellation, progress, and recovery after a crash of the server.
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { queueBatch } from '#server/generation/batch-repository.ts';
import { type Catalog, type KnownModel, refreshCatalog } from '#server/generation/catalog.ts';
import {
  changeUnfinished,
  findGeneration,
  findRun,
  finishGeneration,
  type GenerationRow,
  generationsTopic,
  isSourceDeleted,
  nextGenerationSeq,
  queueGeneration,
  type RunningGeneration,
  saveTakenReference,
} from '#server/generation/generations-repository.ts';
import {
  GeneratorError,
  type GeneratorProgress,
  type GeneratorRequest,
  LOCAL,
  type MadeImage,
  Suspended,
} from '#server/generation/generator.ts';
import { listStoredPositions } from '#server/generation/image-repository.ts';
import { findLocalModel } from '#server/generation/local/install/local-models-repository.ts';
import { isModelEnabled } from '#server/generation/model-repository.ts';
import { extendPicture } from '#server/generation/outpaint.ts';
import { lineageOf, type SensitiveCheck } from '#server/generation/provenance.ts';
import { ratioOf } from '#server/generation/request.ts';
import { storeResults } from '#server/generation/results.ts';
import { type GenerationPictures, readSources } from '#server/generation/sources.ts';
import { toProblem } from '#server/http/errors.ts';
import { Problem } from '#server/http/problem.ts';
import { createDiskSpace } from '#server/storage/disk-space.ts';
import { uuid7 } from '#server/uuid.ts';

export interface GenerationRunnerParts {
  catalog: Catalog;
  pictures: GenerationPictures;
  /** Null: nothing is looked for. */
  sensitive: SensitiveCheck | null;
}

/** Runs a generation, as a worker does. */
export type GenerationRunner = (id: string, stop: AbortSignal) => Promise<void>;

/** Attempts for retryable errors. */
const MOST_TRIES = 3;
/** Beginnings of what ends the server each time, or is ended with it. */
const MAX_STARTS = 8;
const SEEDS = 2 ** 32;
/** Typical size of an image with its small versions, to check the free space. */
const USUAL_BYTES = 4_000_000;
/** Longest delay for an automatic retry. After that, people retry themselves. */
const LONGEST_WAIT_S = 300;

/** It was cancelled, or ended otherwise: nothing of it counts any more. */
class GenerationEnded extends Error {
  override name = 'GenerationEnded';
}

/**
 * Another run has taken over, for example because the job was reclaimed while this run had lost its connection. The provider's jobs and the queue's
 * job belong to that run and must not end with this one.
 */
class Superseded extends Suspended {
  override name = 'Superseded';
}

const ANOTHER_RUN = 'Another run makes this now.';

/** It had all the time that there is for one: trying it again would take as much. */
class Overdue extends GeneratorError {
  override name = 'Overdue';
}

export function generationRunner(
  deps: Pick<Deps, 'config' | 'db' | 'hub' | 'jobs' | 'log' | 'storage'>,
  parts: GenerationRunnerParts,
): GenerationRunner {
  const { config, db, hub, jobs, log, storage } = deps;
  const { catalog, pictures, sensitive } = parts;
  const room = createDiskSpace(config);

  /** Null: it has ended, or was begun too often. */
  async function begin(id: string): Promise<RunningGeneration | null> {
    const known = await findGeneration(db, id);
    if (!known || known.finishedAt) return null;
    return db.transaction(async (tx) => {
      const seq = await nextGenerationSeq(tx, known.userId);
      const generation = await findGeneration(tx, id);
      if (!generation || generation.finishedAt) return null;
      const attempts = generation.attempts + 1;
      if (attempts > MAX_STARTS) {
        const error = {
          code: 'interrupted',
          message: 'This was interrupted too often.',
          retryable: true,
          retry_after: null,
        } as const;
        await finishGeneration(tx, generation, seq, { status: 'failed', error });
        return null;
      }
      const startedAt = generation.startedAt ?? new Date();
      const runId = uuid7();
      await changeUnfinished(tx, { id }, { status: 'running', attempts, startedAt, progress: null, message: null, runId, seq });
      return { ...generation, attempts, startedAt, runId };
    });
  }

  const change = (generation: RunningGeneration, changes: Parameters<typeof changeUnfinished>[2]): Promise<boolean> =>
    db.transaction(async (tx) => {
      const seq = await nextGenerationSeq(tx, generation.userId);
      return changeUnfinished(tx, generation, { ...changes, seq });
    });

  async function fail(generation: RunningGeneration, { code, message, retryable, retryAfter }: GeneratorError): Promise<void> {
    const error = { code, message, retryable, retry_after: retryAfter };
    await db.transaction(async (tx) => {
      const seq = await nextGenerationSeq(tx, generation.userId);
      await finishGeneration(tx, generation, seq, { status: 'failed', error });
    });
  }

  /** A generation of a batch has no job of its own. */
  const queueAgain = (tx: Tx, generation: RunningGeneration, runAt: Date): Promise<void> =>
    generation.batchId === null ? queueGeneration(tx, jobs, generation, { runAt }) : queueBatch(tx, jobs, generation.batchId, { runAt });

  /** False: it was tried often enough, or would have to wait too long. */
  async function tryAgain(generation: RunningGeneration, error: GeneratorError): Promise<boolean> {
    const waitS = error.retryAfter ?? 2 ** generation.attempts;
    if (!error.retryable || error instanceof Overdue || generation.attempts >= MOST_TRIES || waitS > LONGEST_WAIT_S) return false;
    await db.transaction(async (tx) => {
      const seq = await nextGenerationSeq(tx, generation.userId);
      const message = `${error.message} We’ll retry.`;
      const isWaiting = await changeUnfinished(tx, generation, { status: 'queued', progress: null, message, seq });
      if (isWaiting) await queueAgain(tx, generation, new Date(Date.now() + waitS * 1000));
    });
    return true;
  }

  /** The next start takes it up, at once and in its place: to have been cut is no failure of it. */
  const suspend = (generation: RunningGeneration): Promise<void> =>
    db.transaction(async (tx) => {
      const seq = await nextGenerationSeq(tx, generation.userId);
      const attempts = generation.attempts - 1;
      const isWaiting = await changeUnfinished(tx, generation, { status: 'queued', progress: null, message: null, attempts, seq });
      if (isWaiting) await queueAgain(tx, generation, generation.createdAt);
    });

  /** @throws {Superseded} where its job is another run's, and must not end with this one */
  async function requireOwnJob({ id, runId }: RunningGeneration): Promise<void> {
    const now = await findRun(db, id);
    if (now && !now.finishedAt && now.runId !== runId) throw new Superseded(ANOTHER_RUN);
  }

  async function run(generation: RunningGeneration, model: KnownModel, stop: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const timeout = AbortSignal.timeout(config.generation.timeoutMs);
    const suspended = suspendOnStop(stop);
    const signal = AbortSignal.any([suspended, ending.signal, timeout]);
    const look = async () => {
      const now = await findRun(db, generation.id);
      if (now?.status !== 'running') ending.abort(new GenerationEnded());
      else if (now.runId !== generation.runId) ending.abort(new Superseded(ANOTHER_RUN));
    };
    const failed = (error: unknown) =>
      log.warn({ err: error, generationId: generation.id }, 'cannot look whether a generation was cancelled');
    const unsubscribe = hub.subscribe(generationsTopic(generation.userId), () => void look().catch(failed));
    let storing: Promise<unknown> = Promise.resolve();
    const progress = progressWriter(async (told) => {
      if (!(await change(generation, told))) await look();
    }, failed);
    try {
      // It may have been canceled before the subscription.
      await look();
      signal.throwIfAborted();
      const kept = await listStoredPositions(db, generation.id);
      if (kept.length < generation.request.count) {
        await requireRoom(generation.request.count - kept.length);
        const { request, seedOf, first, sourceType } = await requestFor(generation, model, kept.length);
        const lineage = await lineageOf({ log, sensitive }, model, request, sourceType);
        const placed = (image: MadeImage, at: number) => ({ ...image, position: first + at, seed: image.seed ?? seedOf(first + at) });
        const early = new Set(kept);
        const store = (images: readonly ReturnType<typeof placed>[]) =>
          storeResults({ db, log, storage, pictures, sensitive, room }, generation, model, lineage, images, signal);
        const making = model.generator.generate(request, {
          signal,
          onProgress: progress.report,
          onImage(image, at) {
            if (at >= request.count || early.has(first + at)) return;
            early.add(first + at);
            storing = storing.then(() => store([placed(image, at)]));
            // A failure is this generation's, once its other images are made.
            storing.catch((error: unknown) => log.debug({ err: error, generationId: generation.id }, 'an image could not be stored'));
          },
          onSubmitted: (reference) => saveTakenReference(db, generation, reference),
          submittedReference: generation.takenReference,
        });
        const result = await untilAborted(signal, making, (error) =>
          log.debug({ err: error, generationId: generation.id }, 'a generation that was given up ended'),
        );
        await progress.end();
        if (result.images.length === 0) throw new GeneratorError('empty_result', 'The model didn’t create an image.');
        await storing;
        await store(
          result.images
            .slice(0, request.count)
            .map(placed)
            .filter(({ position }) => !early.has(position)),
        );
        await succeed(generation, [...result.warnings, ...lineage.warnings]);
      } else await succeed(generation, generation.warnings);
    } catch (error) {
      // The reason of the abort is more precise than the error that it caused.
      ending.signal.throwIfAborted();
      stop.throwIfAborted();
      if (timeout.aborted) throw new Overdue('timeout', 'This took too long and was stopped.', { retryable: true });
      throw error;
    } finally {
      // An image that was made counts, whatever became of the others.
      await Promise.allSettled([storing]);
      await progress.end();
      unsubscribe();
    }
  }

  /** Checks the free space before the model runs, because its results cost money. */
  async function requireRoom(images: number): Promise<void> {
    (await room.reserve('copy', images * USUAL_BYTES)).leave();
  }

  async function requestFor(generation: GenerationRow, model: KnownModel, kept: number) {
    const { request: asked } = generation;
    // Resumed jobs return all images; otherwise only missing images are requested.
    const first = generation.takenReference === null ? kept : 0;
    if (await isSourceDeleted(db, generation)) throw new GeneratorError('source_unavailable', 'The source photo was deleted.');
    const { sourceType, ...read } = await readSources(storage, pictures, generation);
    const seedOf = (position: number) => (asked.seed === null ? null : (asked.seed + position) % SEEDS);
    const request: GeneratorRequest = {
      model: model.model,
      prompt: asked.prompt,
      negativePrompt: asked.negative_prompt,
      size: asked.width !== null && asked.height !== null ? { width: asked.width, height: asked.height } : null,
      aspectRatio: asked.aspect_ratio,
      count: asked.count - first,
      seed: seedOf(first),
      // Generations of earlier releases have none.
      steps: asked.steps ?? null,
      style: asked.style,
      strength: asked.strength,
      background: asked.background,
      ...read,
    };
    if (asked.outpaint && read.source) {
      // The result has exactly this shape, so that nothing needs to be cropped or stretched.
      const ratio = request.size ? request.size.width / request.size.height : ratioOf(asked.outpaint.aspect);
      if (model.capabilities.outpaint === 'required') request.outpaint = { ratio, anchor: asked.outpaint.anchor };
      else Object.assign(request, await extendPicture(read.source, ratio, asked.outpaint.anchor));
    }
    return { request, seedOf, first, sourceType };
  }

  const succeed = (generation: RunningGeneration, warnings: GenerationRow['warnings']) =>
    db.transaction(async (tx) => {
      const seq = await nextGenerationSeq(tx, generation.userId);
      await finishGeneration(tx, generation, seq, { status: 'succeeded', warnings });
    });

  return async (id: string, stop: AbortSignal): Promise<void> => {
    const generation = await begin(id);
    if (!generation) return;
    try {
      await refreshCatalog(db, catalog);
      const model = catalog.get(generation.modelId);
      if (!model) throw await missingModelError(db, catalog, generation.modelId);
      if (!generation.isTest && !(await isModelEnabled(db, model.id)))
        throw new GeneratorError('model_unavailable', 'This model was turned off.');
      await run(generation, model, stop);
    } catch (error) {
      if (error instanceof GenerationEnded) return;
      // Without a database nothing can be written; the queue reclaims the job. Neither is a superseded run's state written.
      if (isDatabaseUnavailable(error) || error instanceof Superseded) throw error;
      if (stop.aborted) {
        await suspend(generation);
        return requireOwnJob(generation);
      }
      const told = toGeneratorError(error);
      if (told.cause !== undefined) log.warn({ err: error, generationId: id }, 'a generation failed');
      if (!(await tryAgain(generation, told))) await fail(generation, told);
    }
    await requireOwnJob(generation);
  };
}

function toGeneratorError(error: unknown): GeneratorError {
  if (error instanceof GeneratorError) return error;
  if (toProblem(error).status === 507)
    return new GeneratorError('provider_error', 'The server is out of storage.', {
      retryable: true,
      retryAfter: 60,
      cause: error,
    });
  if (error instanceof Problem) return new GeneratorError('provider_error', error.message, { cause: error });
  return new GeneratorError('provider_error', 'Something went wrong while creating this. It has been logged.', { cause: error });
}

/** Another server may have installed the model already, or this one soon. */
export const NOT_YET_INSTALLED_S = 15;

/** A local model that another server may have, or that is being installed here. Refresh the catalog first. */
export async function isAwaited(db: Queryable, catalog: Catalog, modelId: string): Promise<boolean> {
  const [provider, name = ''] = modelId.split(':');
  return provider === LOCAL && !catalog.get(modelId) && (await findLocalModel(db, name)) !== undefined;
}

async function missingModelError(db: Queryable, catalog: Catalog, modelId: string): Promise<GeneratorError> {
  if (!(await isAwaited(db, catalog, modelId))) return new GeneratorError('not_configured', 'This model is no longer set up.');
  return new GeneratorError('model_unavailable', 'This server has not installed the model yet.', {
    retryable: true,
    retryAfter: NOT_YET_INSTALLED_S,
  });
}

/** When the server stops: time to save the id of a job that is being submitted. Longer than the provider client's own, shorter than the stop. */
const SUSPEND_MS = 8000;

/** Of each stop, which all that a process runs has in common: it is listened to once, not once by each generation that ever ran. */
const suspended = new WeakMap<AbortSignal, AbortSignal>();

/** A signal that aborts with `Suspended` when the server stops. */
export function suspendOnStop(stop: AbortSignal): AbortSignal {
  const known = suspended.get(stop);
  if (known) return known;
  const suspending = new AbortController();
  suspended.set(stop, suspending.signal);
  const suspend = () => suspending.abort(new Suspended('The server is stopping.', { cause: stop.reason }));
  if (stop.aborted) suspend();
  else stop.addEventListener('abort', suspend, { once: true });
  return suspending.signal;
}

/** Resolves with the result, or rejects on abort without waiting for work that ignores the signal. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>, leftBehind: (error: unknown) => void): Promise<T> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  const settled = work.then(() => undefined, leftBehind);
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    if (error instanceof Suspended) await Promise.race([settled, delay(SUSPEND_MS, undefined, { ref: false })]);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const PROGRESS_MS = 250;

/** Writes how far it is, not more often than people see it, one after the other. */
function progressWriter(
  write: (told: { progress: number | null; message: string | null }) => Promise<void>,
  failed: (error: unknown) => void,
) {
  let next: { progress: number | null; message: string | null } | null = null;
  let written = '';
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let last = 0;
  let isOver = false;

  const flush = () => {
    timer = undefined;
    const told = next;
    next = null;
    if (told === null || JSON.stringify(told) === written || isOver) return;
    written = JSON.stringify(told);
    last = Date.now();
    writing = writing.then(() => write(told)).catch(failed);
  };
  return {
    report({ progress, message = '' }: GeneratorProgress) {
      if (isOver) return;
      const share = progress === null || Number.isNaN(progress) ? null : Math.min(1, Math.max(0, progress));
      next = { progress: share === null ? null : Math.round(share * 1000) / 1000, message: message || null };
      timer ??= setTimeout(flush, Math.max(0, last + PROGRESS_MS - Date.now()));
    },
    /** Discards unwritten progress. */
    async end() {
      isOver = true;
      clearTimeout(timer);
      await writing;
    },
  };
}
