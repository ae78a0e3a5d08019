// One still from a live track: the sensor's own picture where the browser can take it, else the frame on screen.
import type { QuarterTurn } from './orientation.ts';
import { sniffBytes, sniffType, type PhotoContentType } from './sniff.ts';

/** A picture as it is to be kept. `orientation` is 0 where the file itself tells its orientation, or is upright. */
export interface Still {
  blob: Blob;
  contentType: PhotoContentType;
  orientation: QuarterTurn;
}

/** Takes pictures out of one live track. */
export interface StillSource {
  /** `ImageCapture.takePhoto()`: the sensor's full picture. Null where the browser has none. Never the same type everywhere (a fake camera gives PNG). */
  takePhoto: (() => Promise<Blob>) | null;
  /** The frame shown now, as JPEG. */
  grabFrame(): Promise<Blob>;
}

/** No picture came out of the camera. */
export class CaptureError extends Error {
  override name = 'CaptureError';
}

const takePhotoTimeoutMs = 3_000;
const jpegQuality = 0.92;
/** After this many failures in a row the sensor's picture is not asked for again in this visit: waiting 3 s at each press would miss the moment. */
const maxFailures = 2;

export interface StillTaker {
  /**
   * @param quick the frame on screen at once, as in a burst, where takePhoto would pause the picture
   * @throws CaptureError
   */
  take(turn: QuarterTurn, quick: boolean): Promise<Still>;
}

/**
 * @param limitMs how long takePhoto may take
 */
export function createStillTaker(source: StillSource, limitMs = takePhotoTimeoutMs): StillTaker {
  let failures = 0;

  async function photo(): Promise<Blob | null> {
    if (!source.takePhoto || failures >= maxFailures) return null;
    try {
      const blob = await withTimeout(source.takePhoto(), limitMs);
      if (blob.size === 0) throw new CaptureError('The camera returned an empty photo.');
      failures = 0;
      return blob;
    } catch {
      // Known on many devices ("setOptions failed", a hang): the frame on screen is the answer, not a message.
      failures += 1;
      return null;
    }
  }

  return {
    async take(turn, quick) {
      const blob = (quick ? null : await photo()) ?? (await frame());
      return toStill(blob, turn);
    },
  };

  async function frame(): Promise<Blob> {
    try {
      return await source.grabFrame();
    } catch (error) {
      throw error instanceof CaptureError ? error : new CaptureError('The camera didn’t return a photo.', { cause: error });
    }
  }
}

/** Tells the true type, and puts the turn where the file's reader will look for it: in its EXIF when it has one, else beside the file. */
export async function toStill(blob: Blob, turn: QuarterTurn): Promise<Still> {
  const contentType = sniffType(await blob.slice(0, sniffBytes).arrayBuffer());
  if (!contentType) throw new CaptureError('The camera didn’t return a photo.');
  const typed = blob.type === contentType ? blob : new Blob([blob], { type: contentType });
  const beside: Still = { blob: typed, contentType, orientation: turn };
  if (turn === 0) return beside;
  try {
    // Only a screen that is locked against the hold needs this: most visits never load it.
    const late = await import('./exif.ts');
    const inside = await late.rotateByExif(typed, turn);
    return inside ? { blob: inside, contentType, orientation: 0 } : beside;
  } catch {
    // Lying on its side, the picture is still the picture.
    return beside;
  }
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CaptureError('The camera took too long.')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The source behind a video element that shows the track. */
export function videoSource(track: MediaStreamTrack, video: HTMLVideoElement): StillSource {
  const capture = typeof ImageCapture === 'function' ? new ImageCapture(track) : null;
  let canvas: HTMLCanvasElement | null = null;
  return {
    takePhoto: capture && typeof capture.takePhoto === 'function' ? () => capture.takePhoto() : null,
    async grabFrame() {
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) {
        throw new CaptureError('The camera isn’t ready yet.');
      }
      canvas ??= document.createElement('canvas');
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      const context = canvas.getContext('2d', { alpha: false });
      if (!context) throw new CaptureError('This browser is out of memory.');
      context.drawImage(video, 0, 0);
      const frame = canvas;
      return new Promise<Blob>((resolve, reject) => {
        frame.toBlob((blob) => (blob ? resolve(blob) : reject(new CaptureError('Couldn’t encode the photo.'))), 'image/jpeg', jpegQuality);
      });
    },
  };
}
