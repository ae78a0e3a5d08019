// Upright thumbnails of shots, made in a worker so that the viewfinder stays smooth; on the page if the worker cannot draw.
import type { QuarterTurn } from './orientation.ts';
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail-draw.ts';

/** Timeout of a decode; then a placeholder is shown. */
const decodeTimeoutMs = 15_000;
/** A shorter timeout for a worker that has never answered: its file may be missing, as during an update. */
const firstAnswerTimeoutMs = 5_000;
/** The worker occupies decoder memory: it is ended after this idle time. */
const idleMs = 20_000;

let worker: Worker | null = null;
let hasAnswered = false;
let workerFailed = typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined';
let idle: ReturnType<typeof setTimeout> | undefined;
let number = 0;
const waiting = new Map<number, (answer: Blob | null | 'failed') => void>();

/**
 * About 200 px, upright, JPEG; null if this engine cannot decode the picture (HEIC in most).
 * @throws if the drawing code could not be loaded: offline, before the app is cached
 */
export async function makeThumbnail(blob: Blob, turn: QuarterTurn): Promise<Blob | null> {
  const asked = !workerFailed;
  if (asked) {
    const answer = await askWorker(blob, turn);
    if (answer !== 'failed') return answer;
  }
  try {
    const late = await import('./thumbnail-draw.ts');
    return await late.drawThumbnail(blob, turn);
  } catch (error) {
    // Neither could be loaded: a network failure. The next one tries the worker again.
    if (asked) workerFailed = false;
    throw error;
  }
}

function askWorker(blob: Blob, turn: QuarterTurn): Promise<Blob | null | 'failed'> {
  const id = ++number;
  const request: ThumbnailRequest = { id, blob, turn };
  return new Promise((resolve) => {
    // Checked when it fires: in a burst the worker may have answered others in the meantime.
    let timer = setTimeout(() => {
      if (hasAnswered) timer = setTimeout(() => settle(null), decodeTimeoutMs - firstAnswerTimeoutMs);
      else giveUp();
    }, firstAnswerTimeoutMs);
    const settle = (answer: Blob | null | 'failed') => {
      clearTimeout(timer);
      waiting.delete(id);
      if (waiting.size === 0) idle = setTimeout(closeWorker, idleMs);
      resolve(answer);
    };
    clearTimeout(idle);
    waiting.set(id, settle);
    openWorker().postMessage(request);
  });
}

function openWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./thumbnail.worker.ts', import.meta.url), { type: 'module' });
  hasAnswered = false;
  worker.addEventListener('message', ({ data }: MessageEvent<ThumbnailAnswer>) => {
    hasAnswered = true;
    waiting.get(data.id)?.(data.thumb);
  });
  worker.addEventListener('error', () => {
    // The worker did not load or run: from now on the page draws.
    workerFailed = true;
    giveUp();
  });
  return worker;
}

/** The page draws its pending thumbnails. */
function giveUp() {
  closeWorker();
  for (const settle of waiting.values()) settle('failed');
}

function closeWorker() {
  worker?.terminate();
  worker = null;
}
