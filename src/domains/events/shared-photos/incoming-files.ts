// Files from outside of the app: shared with it (src/lib/held-shares.ts), or opened with it on a desktop. Each stays held until it is stored
// in the outbox, or the import history has its result, so that a page that dies in between loses nothing.
import { type CaptureSession, captureSession } from '#src/camera/capture-session.ts';
import type { ImportFile } from '#src/camera/import-files.ts';
import { chooseTarget, discardShare, listHeldShares, readHeldFile, releaseHeldFile, type ShareTarget } from '#src/lib/held-shares.ts';
import type { CaptureTarget, ImportRow, RefusalReason } from '#src/outbox/record.ts';

export interface IncomingFile extends ImportFile {
  key: string;
  /** Null for an opened file, which stays on the disk. */
  share: { id: string; target: ShareTarget | null } | null;
  read(): Promise<Blob>;
  /** No longer needed here. */
  release(): Promise<void>;
}

/** The import on this page, running or done. It continues while the person visits other screens. */
export interface IncomingImport {
  target: CaptureTarget;
  session: CaptureSession;
}

interface State {
  /** Whose files these are. */
  account: string | null;
  /** Undefined while loading. */
  files: readonly IncomingFile[] | undefined;
  error: unknown;
  started: IncomingImport | null;
}

/** Chromium only, and missing in TypeScript's library: https://wicg.github.io/web-app-launch/ */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

let state: State = { account: null, files: undefined, error: null, started: null };
let opened: readonly IncomingFile[] = [];
const listeners = new Set<() => void>();

function set(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const incomingFiles = {
  read: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export async function loadIncomingFiles(account: string): Promise<void> {
  // What one account saw, the next one does not.
  if (state.account !== account) set({ account, files: undefined, error: null });
  try {
    const shares = await listHeldShares(account);
    const held = shares.flatMap(({ id, target, files }) =>
      [...files].map(([number, { name, size, lastModified }]): IncomingFile => {
        const read = () => readHeldFile(id, number);
        const arrayBuffer = async () => (await read()).arrayBuffer();
        const release = () => releaseHeldFile(id, number);
        return { key: `${id} ${number}`, name, size, lastModified, share: { id, target }, read, arrayBuffer, release };
      }),
    );
    if (state.account === account) set({ files: [...held, ...opened], error: null });
  } catch (error) {
    set({ error });
  }
}

/** Receives files that the system opens with the app. */
export function receiveOpenedFiles(account: string): void {
  (window as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => {
    Promise.all(files.map((handle) => handle.getFile()))
      .then((read) => {
        opened = [...opened, ...read.map(openedFile)];
        return loadIncomingFiles(account);
      })
      .catch((error: unknown) => set({ error }));
  });
}

function openedFile(file: File): IncomingFile {
  const { name, size, lastModified } = file;
  const made: IncomingFile = {
    key: `${name} ${size} ${lastModified}`,
    name,
    size,
    lastModified,
    share: null,
    read: async () => file,
    arrayBuffer: () => file.arrayBuffer(),
    release: async () => void (opened = opened.filter((other) => other !== made)),
  };
  return made;
}

/** Refused for now: the same file can be imported later. */
const TEMPORARY: ReadonlySet<RefusalReason | null> = new Set<RefusalReason | null>(['unreadable', 'storage-full', 'storage-broken']);

const isSettled = ({ state: result, reason }: ImportRow): boolean => result !== 'refused' || !TEMPORARY.has(reason);

let starting: Promise<void> | null = null;

/** A second press while it starts does nothing. */
export const importIncomingFiles = (target: CaptureTarget): Promise<void> =>
  (starting ??= startImport(target)
    .catch((error: unknown) => set({ error }))
    .finally(() => (starting = null)));

async function startImport(target: CaptureTarget): Promise<void> {
  // Another tab may have imported some of them.
  const { account, eventId } = target;
  await loadIncomingFiles(account);
  const { files = [] } = state;
  await Promise.all(shareIdsOf(files).map((id) => chooseTarget(id, { account, eventId })));
  const session = captureSession(target);
  const imports = await session.openImports();
  set({ started: { target, session } });
  imports.add(files, {
    source: 'share',
    onRecorded(row) {
      if (!isSettled(row)) return;
      files[row.number]?.release().catch((error: unknown) => console.warn('A shared photo was not removed after its import', error));
    },
  });
}

const shareIdsOf = (files: readonly IncomingFile[]): string[] => [...new Set(files.flatMap(({ share }) => share?.id ?? []))];

export async function discardIncomingFiles(account: string): Promise<void> {
  try {
    await Promise.all(shareIdsOf(state.files ?? []).map(discardShare));
    opened = [];
    set({ started: null });
    await loadIncomingFiles(account);
  } catch (error) {
    set({ error });
  }
}
