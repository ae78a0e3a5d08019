// One still from a live track: the sensor's own picture where the browser can take it, else the frame on screen.
import type { components } from '#openapi/api.ts';
import type { QuarterTurn } from './orientation.ts';

type PhotoContentType = components['schemas']['PhotoContentType'];

/** As much of a file as `sniffType` looks at. */
export const sniffBytes = 1024;

/** What is told about a file from its first bytes: one of the accepted types, or null. */
export function sniffType(head: ArrayBuffer): PhotoContentType | null {
  const bytes = new Uint8Array(head);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp') return brandType(text(8, 12), text(16, Math.min(boxLength(bytes), sniffBytes)));
  return null;
}

// ISO base media files tell their kind by brands (ISO/IEC 23000-22 for HEIF). Where the major one says "a picture" only, as in multi-picture HEIC
// of phones, the compatible ones tell which. The server decides alike (server/photos/picture-header.ts).
function brandType(major: string, compatible: string): PhotoContentType | null {
  const isPicture = /^(mif1|mif2|msf1|miaf)$/.test(major);
  const brands = isPicture ? (compatible.match(/.{4}/gs) ?? []) : [major];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif';
  if (brands.some((brand) => /^he(ic|ix|im|is|vc|vx|vm|vs)$/.test(brand))) return 'image/heic';
  return isPicture ? 'image/heif' : null;
}

function boxLength(bytes: Uint8Array): number {
  return (((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)) >>> 0;
}

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
