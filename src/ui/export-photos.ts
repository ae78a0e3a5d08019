// Exports of photos that only this device has. A photo counts as exported only once the system has taken it: after it was written to the chosen
// folder, after its share was completed, or after its own download was started.
import { deviceLabel } from '#src/lib/device.ts';
import type { TimeZone } from '#src/lib/format.ts';
import { toWallTime } from '#src/lib/time-zone.ts';
import { DOWNLOAD_PAUSE_MS, downloadFile } from './download-file.ts';

declare global {
  interface Window {
    /** Chromium only. */
    showDirectoryPicker?: (options: { id: string; mode: 'readwrite'; startIn: 'pictures' }) => Promise<FileSystemDirectoryHandle>;
  }
}

export interface ExportPhoto {
  id: string;
  /** The original file name, if any. */
  fileName: string | null;
  contentType: string;
  /** ms since 1970; names a photo without a file name. */
  takenAt: number;
  /** The time zone for the file name; the device's by default. */
  eventZone?: TimeZone;
}

/** A photo with its export file name. */
export interface NamedPhoto extends ExportPhoto {
  name: string;
}

/** `gone`: it no longer waits on this device, because it was delivered or discarded in the meantime. */
export type ExportOutcome = 'exported' | 'unreadable' | 'gone';

/** Reads the bytes of a photo; null if it no longer waits. Rejects if they cannot be read. */
export type ReadPhoto = (id: string) => Promise<Blob | null>;

export interface ExportRun {
  read: ReadPhoto;
  /** Stops the export before the next photo. */
  signal: AbortSignal;
  report: (id: string, outcome: ExportOutcome) => void;
}

/** Where people find the copies: Files on a phone, or the browser's downloads. */
export const COPIES_PLACE = deviceLabel === 'phone' ? 'Files' : 'Downloads';

/** The maximum files of one share. Systems copy all of them before they open the share sheet. */
export const SHARE_BATCH_SIZE = 25;

/** "2026-11-20-211407": the local time of the zone. */
const fileTimestamp = (at: number, zone: TimeZone): string =>
  new Date(toWallTime(at, zone)).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

const nameByTime = ({ takenAt, contentType, eventZone }: ExportPhoto): string =>
  `photo-${fileTimestamp(takenAt, eventZone)}.${/^image\/(\w+)$/.exec(contentType)?.[1]?.replace('jpeg', 'jpg') ?? 'bin'}`;

/** Removes characters that file systems and the folder picker refuse. */
const sanitizeFileName = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');

/** "IMG_1 (2).JPG": the second file of that name. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/**
 * Names the files of one export: by file name, else by capture time ("photo-2026-11-20-211407.jpg", in the event's time zone). Names are unique,
 * even on file systems that ignore case.
 */
export function nameFiles(photos: readonly ExportPhoto[]): NamedPhoto[] {
  const taken = new Set<string>();
  return photos.map((photo) => {
    const wanted = sanitizeFileName(photo.fileName ?? '') || nameByTime(photo);
    let name = wanted;
    for (let number = 2; taken.has(keyOf(name)); number += 1) name = numbered(wanted, number);
    taken.add(keyOf(name));
    return { ...photo, name };
  });
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/** Reads the file of a photo completely: a download or a share of lost bytes would fail silently. Returns null and reports why if there is none. */
async function readFile(photo: NamedPhoto, { read, report }: ExportRun): Promise<File | null> {
  try {
    const blob = await read(photo.id);
    if (!blob) {
      report(photo.id, 'gone');
      return null;
    }
    const { byteLength } = await blob.arrayBuffer();
    if (byteLength !== blob.size) throw new Error(`${byteLength} of ${blob.size} bytes could be read`);
    return new File([blob], photo.name, { type: photo.contentType, lastModified: photo.takenAt });
  } catch (error) {
    console.warn(`${photo.name} could not be read`, error);
    report(photo.id, 'unreadable');
    return null;
  }
}

/** Downloads the photos one after another. Returns the number of started downloads. */
export async function downloadPhotos(photos: readonly NamedPhoto[], run: ExportRun): Promise<number> {
  let started = 0;
  for (const photo of photos) {
    if (run.signal.aborted) break;
    const file = await readFile(photo, run);
    if (!file) continue;
    if (started > 0) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_PAUSE_MS));
    if (run.signal.aborted) break;
    downloadFile(file);
    run.report(photo.id, 'exported');
    started += 1;
  }
  return started;
}

/** Whether this is a touch device whose share sheet accepts photos. There it offers "Save to Photos". */
export const canSharePhotos = (): boolean =>
  matchMedia('(pointer: coarse)').matches &&
  // Firefox on desktops has no `canShare`.
  (navigator as Partial<Navigator>).canShare?.({ files: [new File([], 'photo.jpg', { type: 'image/jpeg' })] }) === true;

/** `expired`: the press is too long ago; the person must press again. */
type ShareOutcome = 'shared' | 'closed' | 'expired' | 'refused';

async function share(files: File[]): Promise<ShareOutcome> {
  // Unknown to Safari before 16.4.
  if ((navigator as Partial<Navigator>).userActivation?.isActive === false) return 'expired';
  if (!navigator.canShare({ files })) return 'refused';
  try {
    await navigator.share({ files });
    return 'shared';
  } catch (error) {
    // InvalidStateError: another share is still open.
    const isOpen = error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');
    return isOpen ? 'closed' : 'refused';
  }
}

export interface SharedBatch {
  ids: string;
  photos: NamedPhoto[];
  files: File[];
}

/**
 * Shares one batch of at most `SHARE_BATCH_SIZE` photos: each share needs its own press. Downloads them if the share is refused.
 * @param prepared the result of an earlier call: the same batch is not read again, so that the press is still recent
 * @returns the batch, if the person must press again
 */
export async function sharePhotos(
  photos: readonly NamedPhoto[],
  run: ExportRun,
  prepared: SharedBatch | null = null,
): Promise<SharedBatch | null> {
  const ids = photos.map(({ id }) => id).join();
  const batch = prepared?.ids === ids ? prepared : await readBatch(ids, photos, run);
  if (batch.files.length === 0 || run.signal.aborted) return null;
  const outcome = await share(batch.files);
  if (outcome === 'closed' || outcome === 'expired') return batch;
  if (outcome === 'shared') for (const { id } of batch.photos) run.report(id, 'exported');
  else await downloadPhotos(batch.photos, run);
  return null;
}

async function readBatch(ids: string, photos: readonly NamedPhoto[], run: ExportRun): Promise<SharedBatch> {
  const batch: SharedBatch = { ids, photos: [], files: [] };
  for (const photo of photos) {
    if (run.signal.aborted) break;
    const file = await readFile(photo, run);
    if (!file) continue;
    batch.photos.push(photo);
    batch.files.push(file);
  }
  return batch;
}

/** Whether the browser can write to a chosen folder. Not on phones: their folders are not where people look for photos. */
export const canChooseFolder = (): boolean => window.showDirectoryPicker !== undefined && !matchMedia('(pointer: coarse)').matches;

/** Lets the person choose a folder; null if they close the picker. Needs a recent press. @throws DOMException if the browser allows none */
export async function chooseFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await window.showDirectoryPicker?.({ id: 'photo-export', mode: 'readwrite', startIn: 'pictures' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Writes the photos one after another to new files in the folder. @throws DOMException if the folder accepts no more */
export async function writePhotos(folder: FileSystemDirectoryHandle, photos: readonly NamedPhoto[], run: ExportRun): Promise<void> {
  for (const photo of photos) {
    if (run.signal.aborted) return;
    const file = await readFile(photo, run);
    if (!file) continue;
    await writeFile(folder, await unusedName(folder, photo), file);
    run.report(photo.id, 'exported');
  }
}

async function writeFile(folder: FileSystemDirectoryHandle, name: string, file: File): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  try {
    const target = await handle.createWritable();
    try {
      await target.write(file);
    } catch (error) {
      await target.abort();
      throw error;
    }
    // The bytes are written when this resolves.
    await target.close();
  } catch (error) {
    await removeEmptyFile(folder, name);
    throw error;
  }
}

/** An empty file would look like an exported photo. */
async function removeEmptyFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    // Report the original failure instead.
    console.warn(`${name} could not be removed`, error);
  }
}

/** A file name that is unused in the folder. */
async function unusedName(folder: FileSystemDirectoryHandle, photo: NamedPhoto): Promise<string> {
  const wanted = (await isAllowed(folder, photo.name)) ? photo.name : nameByTime(photo);
  let name = wanted;
  for (let number = 2; await isTaken(folder, name); number += 1) name = numbered(wanted, number);
  return name;
}

/** Browsers refuse some names, for example of system files, with a TypeError. */
const isAllowed = (folder: FileSystemDirectoryHandle, name: string): Promise<boolean> =>
  isTaken(folder, name).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TypeError) return false;
      throw error;
    },
  );

async function isTaken(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'NotFoundError') return false;
    // A folder of that name.
    if (error.name === 'TypeMismatchError') return true;
    throw error;
  }
}

/** Exports one photo: shared on a touch device, else downloaded. Null if the person closed the share sheet. */
export async function exportPhoto(photo: ExportPhoto, read: ReadPhoto): Promise<ExportOutcome | null> {
  let outcome: ExportOutcome | null = null;
  const report = (_id: string, reported: ExportOutcome) => void (outcome = reported);
  const run: ExportRun = { read, report, signal: new AbortController().signal };
  if (canSharePhotos()) await sharePhotos(nameFiles([photo]), run);
  else await downloadPhotos(nameFiles([photo]), run);
  return outcome;
}
