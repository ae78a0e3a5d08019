// Who is signed in, as far as the app knows. In session storage, as docs/product.md B1.6 says, with a copy in IndexedDB that is believed only
// while the server cannot be reached (docs/product.md B1.6).
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

/** The four of docs/product.md A3: user, role, permissions, organization. */
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
/** The event that was entered last, for as long as the page lives. */
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
    safeSessionStorage()?.removeItem(KEY); // written by nobody we know
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

/** What was selected, unless it is one's own and waits for its approval while another is open; else the first that is open. */
function selectionFor({ organizations }: SessionUser, before: string | null): string | null {
  const isOpen = ({ status }: SessionUser['organizations'][number]) => status !== 'pending';
  const waits = organizations.some((organization) => organization.id === before && !isOpen(organization));
  if (before !== null && !waits) return before;
  return (organizations.find(isOpen) ?? organizations[0])?.id ?? null;
}

/** From now on this one, in this tab. */
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
  // Without it nothing is delivered: who is signed in is read there by the page and the worker alike.
  writeSessionValue('snapshot', current).then(
    () => listeners.forEach((listener) => listener()),
    (error: unknown) => console.warn('The session could not be noted again', error),
  );
});

export const session = {
  read: () => current,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Resolves with the outcome of the first refresh, or once it is plain that the server cannot be reached now. Guards wait for it. */
  ready: () => readyPromise,

  /** Says that the first outcome is known. */
  markReady: () => resolveReady(),

  /** Takes what login or refresh answered. */
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

  /** The server ended the session while the person is shooting: nothing is taken from them, delivery waits. */
  async expire(): Promise<void> {
    if (current && !current.expired) await setAndPersist({ ...current, expired: true });
  },

  async clear(): Promise<void> {
    selectedEvent = null;
    await setAndPersist(null);
  },

  /** Believes the offline copy. Only for when the server cannot be reached. */
  async restoreOffline(): Promise<void> {
    if (current) return;
    const copy = await readSessionValue('snapshot');
    if (!copy || current) return;
    setCurrent(copy);
    for (const listener of listeners) listener();
  },
};
