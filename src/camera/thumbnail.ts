// Small upright pictures of shots, made in a worker so that the viewfinder does not stutter; on the page where a worker cannot draw.
import type { QuarterTurn } from './orientation.ts';
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail-draw.ts';

/** A decode that takes longer than this is given up: the type's tile stands in. */
const decodeTimeoutMs = 15_000;
/** A worker that has never answered is not waited for longer: its file may be lost on the way, as when a new version takes over. */
const firstAnswerTimeoutMs = 5_000;
/** The worker holds decoders' memory: it goes when nothing was asked of it for this long. */
const idleMs = 20_000;

let worker: Worker | null = null;
let hasAnswered = false;
let workerFailed = typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined';
let idle: ReturnType<typeof setTimeout> | undefined;
let number = 0;
const waiting = new Map<number, (answer: Blob | null | 'failed') => void>();

/**
 * About 200 px, upright, JPEG; null where this engine cannot decode the picture (HEIC in most).
 * @throws when what draws could not be loaded: offline, before the app is kept on this phone
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
    // Neither came: that was the line, and not the engine. The next one asks the worker again.
    if (asked) workerFailed = false;
    throw error;
  }
}

function askWorker(blob: Blob, turn: QuarterTurn): Promise<Blob | null | 'failed'> {
  const id = ++number;
  const request: ThumbnailRequest = { id, blob, turn };
  return new Promise((resolve) => {
    // Looked at when it fires: in a burst the worker may have answered one while the others waited for their turn.
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
    // The worker's file did not load, or the engine cannot run it: from now on the page draws.
    workerFailed = true;
    giveUp();
  });
  return worker;
}

/** What it was asked for is drawn by the page. */
function giveUp() {
  closeWorker();
  for (const settle of waiting.values()) settle('failed');
}

function closeWorker() {
  worker?.terminate();
  worker = null;
}
