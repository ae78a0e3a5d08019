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
  /** The name it came with, if any. */
  fileName: string | null;
  contentType: string;
  /** ms since 1970; names a photo that came without a name. */
  takenAt: number;
  /** Whose clock names it; none: this device's. */
  eventZone?: TimeZone;
}

/** A photo with the name of its file. */
export interface NamedPhoto extends ExportPhoto {
  name: string;
}

/** `gone`: it no longer waits on this device, because it was delivered or discarded meanwhile. */
export type ExportOutcome = 'exported' | 'unreadable' | 'gone';

/** Reads the bytes of a photo; null if it no longer waits. Rejects if they cannot be read. */
export type ReadPhoto = (id: string) => Promise<Blob | null>;

export interface ExportRun {
  read: ReadPhoto;
  /** Ends the export before the next photo. */
  signal: AbortSignal;
  report: (id: string, outcome: ExportOutcome) => void;
}

/** Where a person finds the copies: what a phone calls it, or the browser of a computer. */
export const COPIES_PLACE = deviceLabel === 'phone' ? 'Files' : 'Downloads';

/** The most files of one share. Systems copy all of them before they open the share sheet. */
export const SHARE_BATCH_SIZE = 25;

/** "2026-11-20-211407": what the clock of the zone shows, in the form of ISO 8601. */
const fileTimestamp = (at: number, zone: TimeZone): string =>
  new Date(toWallTime(at, zone)).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

const nameByTime = ({ takenAt, contentType, eventZone }: ExportPhoto): string =>
  `photo-${fileTimestamp(takenAt, eventZone)}.${/^image\/(\w+)$/.exec(contentType)?.[1]?.replace('jpeg', 'jpg') ?? 'bin'}`;

/** Without what file systems and the folder picker refuse: separators, reserved signs, dots and spaces at the ends. */
const sanitizeFileName = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');

/** "IMG_1 (2).JPG": the second file of that name. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/**
 * Names the files of one export: each by its own name, else by when it was taken ("photo-2026-11-20-211407.jpg", by the event's clock). No two names
 * are equal, not even where the file system ignores case.
 */
export function nameFiles(photos: readonly ExportPhoto[]): NamedPhoto[] {
  const taken = new Set<string>();
  return photos.map((photo) => {
    const wished = sanitizeFileName(photo.fileName ?? '') || nameByTime(photo);
    let name = wished;
    for (let number = 2; taken.has(keyOf(name)); number += 1) name = numbered(wished, number);
    taken.add(keyOf(name));
    return { ...photo, name };
  });
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/** The file of a photo, read to its end: a download or a share of bytes that are lost would fail unseen. Null if there is none; reports why. */
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

/** Downloads the photos one after another. Returns how many downloads it started. */
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

/** Whether this is a touch device whose share sheet takes photos. There it has "Save to Photos". */
export const canSharePhotos = (): boolean =>
  matchMedia('(pointer: coarse)').matches &&
  // Firefox on desktops has no `canShare`.
  (navigator as Partial<Navigator>).canShare?.({ files: [new File([], 'photo.jpg', { type: 'image/jpeg' })] }) === true;

/** `expired`: the press is too long ago, so the person must press again. */
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
 * Shares one batch of at most `SHARE_BATCH_SIZE` photos: each share needs a press of its own. Downloads them if the share is refused.
 * @param prepared what an earlier call returned: the same batch is not read again, so that the press is still recent
 * @returns the batch, if it must be pressed for again
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
    const file = await readFile(photo, run);
    if (!file) continue;
    batch.photos.push(photo);
    batch.files.push(file);
  }
  return batch;
}

/** Whether a folder can be chosen to write to. On a phone no folder that can be chosen is one where people look for photos. */
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

/** Writes the photos one after another to files that the folder does not have yet. @throws DOMException if it takes no more */
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
    // Only now the bytes are in the file.
    await target.close();
  } catch (error) {
    await removeEmptyFile(folder, name);
    throw error;
  }
}

/** A file without bytes would look like an exported photo. */
async function removeEmptyFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    // The failure that led here is the one to show.
    console.warn(`${name} could not be removed`, error);
  }
}

/** A name of a file that the folder does not have yet. */
async function unusedName(folder: FileSystemDirectoryHandle, photo: NamedPhoto): Promise<string> {
  const wished = (await isAllowed(folder, photo.name)) ? photo.name : nameByTime(photo);
  let name = wished;
  for (let number = 2; await isTaken(folder, name); number += 1) name = numbered(wished, number);
  return name;
}

/** Browsers refuse some names (a TypeError), of system files for example. */
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
