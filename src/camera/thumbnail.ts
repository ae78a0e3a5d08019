// Upright small pictures of shots, made in a worker so that the viewfinder stays smooth; on the page if the worker cannot draw.
import type { DrawAnswer, DrawRequest, PictureCanvas, PictureKind } from '#src/lib/draw-picture.ts';
import type { QuarterTurn } from './orientation.ts';

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
 * JPEG; null if this engine cannot decode the picture (HEIC in most).
 * @param kind by default a thumbnail of about 200 px
 * @throws if the drawing code could not be loaded: offline, before the app is cached
 */
export async function makeThumbnail(blob: Blob, turn: QuarterTurn, kind: PictureKind = 'thumbnail'): Promise<Blob | null> {
  const asked = !workerFailed;
  if (asked) {
    const answer = await askWorker({ id: ++number, blob, turn, kind });
    if (answer !== 'failed') return answer;
  }
  try {
    const late = await import('#src/lib/draw-picture.ts');
    return await late.drawPicture(blob, turn, kind, typeof OffscreenCanvas === 'undefined' ? pageCanvas : undefined);
  } catch (error) {
    // Neither could be loaded: a network failure. The next one tries the worker again.
    if (asked) workerFailed = false;
    throw error;
  }
}

function pageCanvas(width: number, height: number): PictureCanvas {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const convertToBlob: PictureCanvas['convertToBlob'] = ({ type, quality }) =>
    new Promise((resolve) => canvas.toBlob(resolve, type, quality));
  return Object.assign(canvas, { convertToBlob });
}

function askWorker(request: DrawRequest): Promise<Blob | null | 'failed'> {
  const { id } = request;
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
  worker.addEventListener('message', ({ data }: MessageEvent<DrawAnswer>) => {
    hasAnswered = true;
    waiting.get(data.id)?.(data.picture);
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
