// Takes one still from a live track: from the sensor if the browser supports it, else the current frame.
import type { components } from '#openapi/api.ts';
import type { QuarterTurn } from './orientation.ts';

type PhotoContentType = components['schemas']['PhotoContentType'];

/** Number of bytes that `sniffType` needs. */
export const sniffBytes = 1024;

/** The type of a file by its first bytes, or null if it is not accepted. */
export function sniffType(head: ArrayBuffer): PhotoContentType | null {
  const bytes = new Uint8Array(head);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp') return brandType(text(8, 12), text(16, Math.min(boxLength(bytes), sniffBytes)));
  return null;
}

// ISO base media files have brands (ISO/IEC 23000-22 for HEIF). If the major brand is generic, as in multi-picture HEIC of phones, the
// compatible brands decide. The server uses the same rule (server/media/picture-header.ts).
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

/** A picture to store. `orientation` is 0 if the file has its own orientation or is upright. */
export interface Still {
  blob: Blob;
  contentType: PhotoContentType;
  orientation: QuarterTurn;
}

/** Takes stills from one live track. */
export interface StillSource {
  /** `ImageCapture.takePhoto()`: full sensor resolution. Null if unsupported. The type varies (a fake camera returns PNG). */
  takePhoto: (() => Promise<Blob>) | null;
  /** The current frame as JPEG. */
  grabFrame(): Promise<Blob>;
}

/** The camera returned no picture. */
export class CaptureError extends Error {
  override name = 'CaptureError';
}

/** For takePhoto, and for the first frame. */
const takePhotoTimeoutMs = 3_000;
const jpegQuality = 0.92;
/** After this many consecutive failures takePhoto is skipped for this visit: waiting 3 s at each press would miss the moment. */
const maxFailures = 2;

export interface StillTaker {
  /**
   * @param quick use the current frame, as in a burst, where takePhoto would pause the stream
   * @throws CaptureError
   */
  take(turn: QuarterTurn, quick: boolean): Promise<Still>;
}

/**
 * @param limitMs timeout of takePhoto
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
      // Common on many devices ("setOptions failed", a hang): fall back to the current frame without a message.
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

/** Detects the actual type and stores the turn where readers look for it: in the EXIF if there is one, else next to the file. */
export async function toStill(blob: Blob, turn: QuarterTurn): Promise<Still> {
  const contentType = sniffType(await blob.slice(0, sniffBytes).arrayBuffer());
  if (!contentType) throw new CaptureError('The camera didn’t return a photo.');
  const typed = blob.type === contentType ? blob : new Blob([blob], { type: contentType });
  const beside: Still = { blob: typed, contentType, orientation: turn };
  if (turn === 0) return beside;
  try {
    // Only needed with a locked screen: most visits never load it.
    const late = await import('./exif.ts');
    const inside = await late.rotateByExif(typed, turn);
    return inside ? { blob: inside, contentType, orientation: 0 } : beside;
  } catch {
    // A picture on its side is better than none.
    return beside;
  }
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CaptureError('The camera isn’t ready yet.')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A source from a video element that shows the track. */
export function videoSource(track: MediaStreamTrack, video: HTMLVideoElement): StillSource {
  const capture = typeof ImageCapture === 'function' ? new ImageCapture(track) : null;
  let canvas: HTMLCanvasElement | null = null;
  return {
    takePhoto: capture && typeof capture.takePhoto === 'function' ? () => capture.takePhoto() : null,
    async grabFrame() {
      // The shutter works as soon as the camera is open: a press takes the first frame.
      if (video.readyState < video.HAVE_CURRENT_DATA)
        await withTimeout(new Promise((done) => video.addEventListener('loadeddata', done, { once: true })), takePhotoTimeoutMs);
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
