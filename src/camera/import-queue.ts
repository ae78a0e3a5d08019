// The imports of one account into one event: one after the other, each written down in the ledger before it is read, so that a page that goes in
// the middle can say afterwards what is missing. Loaded when files are picked, or when the ledger has something to say.
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
import type { CaptureTarget, ImportedFile, ImportRow } from '#src/outbox/record.ts';
import { api } from '#src/transport/client.ts';
import { clockOffset } from '#src/transport/fetch.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isReachable } from '#src/transport/reachability.ts';
import { defaultLimits, importFiles, type ImportOutcome, type ImportDeps, type KnownHashes } from './import-files.ts';
import { beginImporting } from './import-guard.tsx';
import type { Shot } from './shutter.ts';

/** What the screen says of imports. */
export interface ImportProgress {
  running: boolean;
  /** Of the import that runs, or ran last; 0 when none did since the page was opened. */
  total: number;
  done: number;
  saved: number;
  /** Of the same import: how many could not be taken in, and how many were left out. */
  failed: number;
  skipped: number;
  /** Left out: they are in the event already. */
  known: string[];
  refused: (ImportRefusal & { name: string })[];
  /** Not taken in: the import was stopped, or broke off. */
  left: string[];
  /** It was the person who stopped it. */
  stopped: boolean;
}

export interface ImportOptions {
  /** Also what is in the event already. */
  includeKnown?: boolean | undefined;
  /** With this device's own camera app, a moment ago: only then is this device's clock the one that timed them. */
  taken?: boolean | undefined;
}

export interface ImportQueue {
  add(files: readonly File[], how?: ImportOptions): void;
  /** Takes in what was left out. */
  addKnown(): void;
  stop(): void;
  dismiss(): void;
  /** Says what imports before this page did not take. */
  restore(): Promise<void>;
}

interface ImportQueueOptions {
  target: CaptureTarget;
  store(shot: Shot, fileName: string, file: ImportedFile): Promise<void>;
  /** What is done with a stored one when there is time. */
  after(shot: Shot): void;
  onProgress(facts: ImportProgress | null): void;
}

/** The screen is told so often. */
const notifyIntervalMs = 100;
/** The server's answer is a courtesy that nobody waits long for; where it fails, it is not asked for a while. */
const lookupTimeoutMs = 5_000;
const lookupRetryMs = 30_000;
/** How long a flawless import stands on the screen. */
const dismissDelayMs = 5_000;

/** Of the server that this page has asked last. */
let limits = defaultLimits;

/** One that was picked on this page has its file; of one before only the name is left. */
type Entry = ImportRow & { file?: File };

export function createImportQueue({ target, store, after, onProgress }: ImportQueueOptions): ImportQueue {
  let entries: Entry[] = [];
  /** The batches that were picked since nothing was under way: told as one import. */
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
      const { known, limits: told } = unwrap(
        await api.POST('/api/v1/event/{id}/photos/known', {
          params: { path: { id: target.eventId }, header: { 'X-Account': target.account } },
          body: { sha256: hashes },
          signal: AbortSignal.timeout(lookupTimeoutMs),
        }),
      );
      limits = { bytes: told.photo_bytes, pixels: told.photo_pixels };
      return { hashes: new Set(known.map(({ sha256 }) => sha256)), askedAt };
    } catch {
      // Whatever the reason, an import needs no line: what receipts speak of is asked again before it is sent.
      silentUntil = Date.now() + lookupRetryMs;
      return null;
    }
  }

  function add(files: readonly File[], how: ImportOptions = {}): void {
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
      // One that broke off must not keep the next from being taken in.
      .catch((error: unknown) => console.error('An import broke off', error))
      .finally(() => {
        active -= 1;
        end();
        tell();
        if (active === 0) retireWhenFlawless(told);
      });
  }

  async function take(batch: string, rows: Entry[], files: readonly File[], how: ImportOptions, written: boolean): Promise<void> {
    // Stored ones are noted with the photo; of the others a page that goes shall have said why.
    let unwritten: Entry[] = [];
    let writing: ReturnType<typeof setTimeout> | undefined;
    const writeOutcomes = async () => {
      clearTimeout(writing);
      writing = undefined;
      const now = unwritten;
      unwritten = [];
      if (written && now.length > 0) await tryWrite(() => updateImportRows(now.map(rowOf)));
    };
    const parts: ImportDeps = {
      // This device's own camera app writes this device's time.
      zone: () => (how.taken ? null : target.eventZone),
      limits: () => limits,
      ask,
      async store(shot, file, number, read) {
        const correction = how.taken ? ((await clockOffset()) ?? 0) : 0;
        const timed = { ...shot, takenAt: shot.takenAt + correction };
        await store(timed, file.name, { ...read, row: written ? [batch, number] : null });
        after(shot);
      },
      onOutcome(number, outcome) {
        for (const row of rows.slice(number, number + 1)) {
          Object.assign(row, outcomeOf(outcome));
          if (outcome !== 'stored') unwritten.push(row);
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

  /** Nothing left to read or do: it makes way for the picture by itself. */
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
      // What failed stays named in the queue.
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

/** The ledger is there to tell; what it tells of is stored without it as well. */
async function tryWrite(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.warn('The list of imported files could not be written', error);
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
