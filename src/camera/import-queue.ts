// Queue of imports of one account into one event. Each is recorded before it is read, so that missing files can be named after the page was
// closed. Loaded when files are picked, or if there is import history.
import { uuid7 } from '#src/lib/uuid7.ts';
import {
  closeImport,
  hideImports,
  withImportLock,
  listUnfinishedImports,
  createFileMatcher,
  newImportRows,
  updateImportRows,
  openImport,
  type ImportRefusal,
} from '#src/outbox/imports.ts';
import type { CaptureTarget, ImportedFile, ImportRow, PhotoRecord } from '#src/outbox/record.ts';
import { api } from '#src/transport/client.ts';
import { clockOffset } from '#src/transport/fetch.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isReachable } from '#src/transport/reachability.ts';
import { defaultLimits, importFiles, type ImportFile, type ImportOutcome, type ImportDeps, type KnownHashes } from './import-files.ts';
import { beginImporting } from './import-guard.tsx';
import type { Shot } from './shutter.ts';

/** The state of imports for the screen. */
export interface ImportProgress {
  running: boolean;
  /** Of the current or last import; 0 before the first since the page was opened. */
  total: number;
  done: number;
  saved: number;
  /** Of the same import: number of refused and of skipped files. */
  failed: number;
  skipped: number;
  /** Skipped, because they are already in the event. */
  known: string[];
  refused: (ImportRefusal & { name: string })[];
  /** Not imported: the import was stopped or failed. */
  left: string[];
  /** Stopped by the user. */
  stopped: boolean;
}

export interface ImportOptions {
  /** Including duplicates. */
  includeKnown?: boolean | undefined;
  /** Just taken with this device's own camera app: only then did this device's clock time them. */
  taken?: boolean | undefined;
  /** Default: `import`. */
  source?: PhotoRecord['source'];
  /** Called with each file's result once it outlives the page: the photo is stored, or the import history has the result. */
  onRecorded?: (row: ImportRow) => void;
}

export interface ImportQueue {
  add(files: readonly ImportFile[], how?: ImportOptions): void;
  /** Imports the skipped files. */
  addKnown(): void;
  stop(): void;
  dismiss(): void;
  /** Loads the missing files of earlier imports. */
  restore(): Promise<void>;
}

interface ImportQueueOptions {
  target: CaptureTarget;
  store(shot: Shot, fileName: string, file: ImportedFile, source: PhotoRecord['source'] | undefined): Promise<void>;
  /** Called for each stored photo when there is time. */
  after(shot: Shot): void;
  onProgress(facts: ImportProgress | null): void;
}

/** Interval of updates to the screen. */
const notifyIntervalMs = 100;
/** The duplicate check is optional: a short timeout, and a pause after a failure. */
const lookupTimeoutMs = 5_000;
const lookupRetryMs = 30_000;
/** How long the card of a flawless import stays visible. */
const dismissDelayMs = 5_000;

/** Of the server, for all imports of this page. */
let limits = defaultLimits;

/** Files picked on this page can be read; of earlier ones only the name is left. */
type Entry = ImportRow & { file?: ImportFile };

export function createImportQueue({ target, store, after, onProgress }: ImportQueueOptions): ImportQueue {
  let entries: Entry[] = [];
  /** Batches picked since the last idle time, shown as one import. */
  let told: ReadonlySet<string> = new Set();
  let active = 0;
  let control = new AbortController();
  let chain: Promise<void> = Promise.resolve();
  let telling: ReturnType<typeof setTimeout> | undefined;
  let silentUntil = 0;

  const tell = () => {
    clearTimeout(telling);
    telling = undefined;
    onProgress(entries.length === 0 ? null : toProgress(entries, told, active > 0, control.signal.aborted));
  };
  const tellSoon = () => (telling ??= setTimeout(tell, notifyIntervalMs));

  async function ask(hashes: string[]): Promise<KnownHashes> {
    if (isReachable() === false || Date.now() < silentUntil) return null;
    const askedAt = Date.now();
    try {
      const {
        known,
        awaiting_original: awaiting,
        limits: told,
      } = unwrap(
        await api.POST('/api/v1/event/{id}/photos/known', {
          params: { path: { id: target.eventId }, header: { 'X-Account': target.account } },
          body: { sha256: hashes },
          signal: AbortSignal.timeout(lookupTimeoutMs),
        }),
      );
      limits = { bytes: told.photo_bytes, pixels: told.photo_pixels };
      return {
        hashes: new Map(
          known.map(({ sha256, id, uploaded_at: at, is_unreadable, original }) => [
            sha256,
            { sha256, photoId: id, receivedAt: Date.parse(at), damaged: is_unreadable, original },
          ]),
        ),
        awaited: new Map(awaiting.map(({ sha256, id }) => [sha256, id])),
        askedAt,
      };
    } catch {
      // An import works offline: files with a receipt are checked again before they are sent.
      silentUntil = Date.now() + lookupRetryMs;
      return null;
    }
  }

  function add(files: readonly ImportFile[], how: ImportOptions = {}): void {
    if (files.length === 0) return;
    const batch = uuid7();
    const rows: Entry[] = newImportRows(target, batch, files).map((row, number) => ({ ...row, file: files[number] }));
    const isPicked = createFileMatcher(rows);
    if (active === 0) {
      told = new Set();
      control = new AbortController();
      entries = entries.filter(({ state }) => state !== 'stored');
    }
    told = new Set([...told, batch]);
    entries = [...entries.filter((entry) => told.has(entry.batch) || !isPicked(entry)), ...rows];
    active += 1;
    const end = beginImporting(target.eventId);
    tell();
    const before = chain;
    chain = withImportLock(batch, async () => {
      const written = await tryWrite(() => openImport(target, rows.map(rowOf)));
      await before;
      await take(batch, rows, files, how, written);
    })
      // A failed batch must not block the next one.
      .catch((error: unknown) => console.error('An import failed', error))
      .finally(() => {
        active -= 1;
        end();
        tell();
        if (active === 0) retireWhenFlawless(told);
      });
  }

  async function take(batch: string, rows: Entry[], files: readonly ImportFile[], how: ImportOptions, written: boolean): Promise<void> {
    // Stored files are recorded with the photo; record the others before the page may be closed.
    let unwritten: Entry[] = [];
    let writing: ReturnType<typeof setTimeout> | undefined;
    const writeOutcomes = async () => {
      clearTimeout(writing);
      writing = undefined;
      const now = unwritten;
      unwritten = [];
      if (written && now.length > 0 && (await tryWrite(() => updateImportRows(now.map(rowOf)))))
        for (const row of now) how.onRecorded?.(row);
    };
    const parts: ImportDeps = {
      // This device's own camera app writes this device's time.
      zone: () => (how.taken ? null : target.eventZone),
      limits: () => limits,
      ask,
      async store(shot, file, number, read) {
        const correction = how.taken ? ((await clockOffset()) ?? 0) : 0;
        const timed = { ...shot, takenAt: shot.takenAt + correction };
        await store(timed, file.name, { ...read, row: written ? [batch, number] : null }, how.source);
        after(shot);
      },
      onOutcome(number, outcome, known) {
        for (const row of rows.slice(number, number + 1)) {
          Object.assign(row, outcomeOf(outcome), known && { known });
          if (outcome === 'stored') how.onRecorded?.(row);
          else unwritten.push(row);
        }
        writing ??= setTimeout(() => void writeOutcomes(), notifyIntervalMs);
        tellSoon();
      },
      signal: control.signal,
    };
    try {
      await importFiles(files, how.includeKnown ?? false, parts);
    } finally {
      await writeOutcomes();
      if (written) await tryWrite(() => closeImport(batch));
    }
  }

  /** Hides the card when nothing is left to read or do. */
  function retireWhenFlawless(batches: ReadonlySet<string>): void {
    const isOfThem = ({ batch }: Entry) => batches.has(batch);
    if (!entries.filter(isOfThem).every(({ state }) => state === 'stored')) return;
    setTimeout(() => {
      if (told !== batches) return;
      entries = entries.filter((entry) => !isOfThem(entry));
      tell();
    }, dismissDelayMs);
  }

  return {
    add,
    addKnown() {
      const files = entries.flatMap(({ state, file }) => (state === 'known' && file ? [file] : []));
      entries = entries.filter(({ state }) => state !== 'known');
      add(files, { includeKnown: true });
    },
    stop: () => control.abort(),
    dismiss() {
      entries = active > 0 ? entries.filter(({ batch }) => told.has(batch)) : [];
      tell();
      // Failed files stay listed in the queue.
      void tryWrite(() => hideImports(target));
    },
    async restore() {
      const rows = (await listUnfinishedImports(target)).filter(({ hidden }) => !hidden);
      if (active > 0 || rows.length === 0) return;
      entries = rows;
      tell();
    },
  };
}

/** The history is only informative; photos are stored without it as well. */
async function tryWrite(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.warn('The import history could not be written', error);
    return false;
  }
}

const rowOf = ({ file: _file, ...row }: Entry): ImportRow => row;

const outcomeOf = (outcome: ImportOutcome): Pick<ImportRow, 'state' | 'reason' | 'found' | 'most'> =>
  typeof outcome === 'string' ? { state: outcome, reason: null } : { state: 'refused', ...outcome };

function toProgress(entries: readonly Entry[], told: ReadonlySet<string>, running: boolean, stopped: boolean): ImportProgress {
  const own = entries.filter(({ batch }) => told.has(batch));
  const ownOf = (wanted: ImportRow['state']) => own.filter(({ state }) => state === wanted).length;
  const of = (state: ImportRow['state']) => entries.filter((entry) => entry.state === state);
  return {
    running,
    total: own.length,
    done: own.filter(({ state }) => state !== 'unread').length,
    saved: ownOf('stored'),
    failed: ownOf('refused'),
    skipped: ownOf('known'),
    known: of('known').map(({ name }) => name),
    refused: of('refused').map(({ name, reason, found, most }) => ({
      name,
      reason: reason ?? 'unreadable',
      ...(found !== undefined && most !== undefined && { found, most }),
    })),
    left: of('unread').flatMap(({ batch, name }) => (running && told.has(batch) ? [] : [name])),
    stopped,
  };
}
