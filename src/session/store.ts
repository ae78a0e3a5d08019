// The signed-in user. Kept in session storage, with a copy in IndexedDB that is used only while the server is unreachable
// (docs/product.md, People and sessions).
import type { components } from '#openapi/api.ts';
import { setDateLocale } from '#src/lib/format.ts';
import { safeSessionStorage } from '#src/lib/web-storage.ts';
import {
  onSessionValuesLost,
  readSessionValue,
  removeDeletedAccount,
  writeSessionValue,
  type Snapshot,
} from '#src/transport/session-db.ts';

export type { Snapshot } from '#src/transport/session-db.ts';

type SessionUser = components['schemas']['SessionUser'];

/** The four values of a session (docs/product.md, Records and states). */
interface Stored {
  user: SessionUser;
  role: SessionUser['role'];
  permissions: SessionUser['permissions'];
  organization: string | null;
  expired: boolean;
}

const KEY = 'session';

const listeners = new Set<() => void>();
let current: Snapshot | null = readStored();
/** The last entered event, while the page lives. */
let selectedEvent: string | null = null;
let resolveReady: () => void;
const readyPromise = new Promise<void>((resolve) => (resolveReady = resolve));

function readStored(): Snapshot | null {
  const text = safeSessionStorage()?.getItem(KEY);
  if (!text) return null;
  try {
    const stored = JSON.parse(text) as Stored;
    setDateLocale(stored.user.date_locale);
    return { user: stored.user, selectedOrganizationId: stored.organization, expired: stored.expired };
  } catch {
    safeSessionStorage()?.removeItem(KEY); // an invalid value
    return null;
  }
}

function writeStored(snapshot: Snapshot | null): void {
  if (!snapshot) return safeSessionStorage()?.removeItem(KEY);
  const { user, selectedOrganizationId: organization, expired } = snapshot;
  safeSessionStorage()?.setItem(
    KEY,
    JSON.stringify({ user, role: user.role, permissions: user.permissions, organization, expired } satisfies Stored),
  );
}

/** The previous selection, unless it awaits approval while another one is approved; else the first approved one. */
function selectionFor({ organizations }: SessionUser, before: string | null): string | null {
  const isOpen = ({ status }: SessionUser['organizations'][number]) => status !== 'pending';
  const waits = organizations.some((organization) => organization.id === before && !isOpen(organization));
  if (before !== null && !waits) return before;
  return (organizations.find(isOpen) ?? organizations[0])?.id ?? null;
}

/** Sets the snapshot for this tab. */
function setCurrent(snapshot: Snapshot | null): void {
  current = snapshot;
  writeStored(snapshot);
  setDateLocale(snapshot?.user.date_locale);
}

/** Resolves when both copies are written. */
async function setAndPersist(snapshot: Snapshot | null): Promise<void> {
  setCurrent(snapshot);
  for (const listener of listeners) listener();
  await writeSessionValue('snapshot', snapshot ?? undefined);
}

onSessionValuesLost(() => {
  if (!current) return;
  // Without it nothing is delivered: page and worker read the account there.
  writeSessionValue('snapshot', current).then(
    () => listeners.forEach((listener) => listener()),
    (error: unknown) => console.warn('The session was not stored', error),
  );
});

export const session = {
  read: () => current,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Resolves with the outcome of the first refresh, or when the server is known to be unreachable. Guards wait for it. */
  ready: () => readyPromise,

  /** Marks the first outcome as known. */
  markReady: () => resolveReady(),

  /** Applies the answer of a login or refresh. */
  async signIn(user: SessionUser): Promise<Snapshot> {
    const same = current?.user.id === user.id ? current : null;
    const snapshot = { user, selectedOrganizationId: selectionFor(user, same?.selectedOrganizationId ?? null), expired: false };
    await setAndPersist(snapshot);
    await removeDeletedAccount(user.id);
    return snapshot;
  },

  selectedEvent: () => selectedEvent,

  /** Entering an event selects it and its organization. */
  async selectEvent(event: { id: string; organization_id: string }): Promise<void> {
    selectedEvent = event.id;
    await session.selectOrganization(event.organization_id);
  },

  async selectOrganization(id: string): Promise<void> {
    if (current && current.selectedOrganizationId !== id) await setAndPersist({ ...current, selectedOrganizationId: id });
  },

  /** The session ended during shooting: the snapshot stays, delivery waits. */
  async expire(): Promise<void> {
    if (current && !current.expired) await setAndPersist({ ...current, expired: true });
  },

  async clear(): Promise<void> {
    selectedEvent = null;
    await setAndPersist(null);
  },

  /** Uses the offline copy. Only while the server is unreachable. */
  async restoreOffline(): Promise<void> {
    if (current) return;
    const copy = await readSessionValue('snapshot');
    if (!copy || current) return;
    setCurrent(copy);
    for (const listener of listeners) listener();
  },
};
