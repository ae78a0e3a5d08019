// Shows a running batch on every screen of this device, as a toast, until it is over; then offers Undo. Closing the page changes nothing for the
// batch: the next page shows it again.
import { pluralize } from '#src/lib/format.ts';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { session } from '#src/session/store.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { ApiError } from '#src/transport/problem.ts';
import { toast, type ToastOptions, type ToastType } from '#src/ui/toast.ts';
import { type Batch, type BatchAction, batchCounts, batchQuery, cacheBatch, changeBatch, isActive, expectedTimeLeft } from './batches.ts';

const POLL_MS = 4000;
/** Long enough to read the numbers and press Undo. */
const DONE_MS = 15_000;
/** Nothing is lost after it: the batch waits. */
const PAUSED_MS = 6_000;

interface Watched {
  account: string;
  timer: ReturnType<typeof setTimeout> | undefined;
  toastId: number | null;
  /** The person closed the toast. */
  isClosed: boolean;
}

/** The last pause that was announced. The next one takes its place. */
let paused: { batchId: string; toastId: number } | null = null;
const watched = new Map<string, Watched>();
/** Batches whose progress a screen shows, and how often. */
const onScreen = new Map<string, number>();
let openBatch: (batchId: string) => void = () => undefined;

/** Its list shows every batch. */
const SCREEN = '/dashboard/generate/batches';
const isShown = (batchId: string): boolean => (onScreen.get(batchId) ?? 0) > 0 || location.pathname === SCREEN;

const keyOf = (account: string) => `batches:${account}`;
const readIds = (account: string): string[] => safeLocalStorage()?.getItem(keyOf(account))?.split(' ').filter(Boolean) ?? [];

const writeIds = (account: string, ids: readonly string[]): void =>
  writeLocalStorage(keyOf(account), ids.length === 0 ? null : ids.join(' '));

/** Shows batches that were started on this device and aren't over. @param open shows the screen of a batch */
export function resumeBatchWatch(open: (batchId: string) => void): void {
  openBatch = open;
  const account = session.read()?.user.id;
  if (account !== undefined) for (const id of readIds(account)) watch(account, id);
}

/** Shows a batch that was started or resumed here. */
export function watchBatch({ id }: Pick<Batch, 'id'>): void {
  const account = session.read()?.user.id;
  if (account === undefined) return;
  writeIds(account, [...new Set([...readIds(account), id])]);
  watch(account, id);
}

/** While a screen shows the progress of a batch, its toast is hidden. Returns the end. */
export function hideBatchToast(batchId: string): () => void {
  onScreen.set(batchId, (onScreen.get(batchId) ?? 0) + 1);
  const known = watched.get(batchId);
  if (known) hide(known);
  if (paused?.batchId === batchId) toast.dismiss(paused.toastId);
  return () => {
    onScreen.set(batchId, (onScreen.get(batchId) ?? 1) - 1);
    if (known) known.isClosed = false;
  };
}

function watch(account: string, id: string): void {
  if (watched.has(id)) return;
  watched.set(id, { account, timer: undefined, toastId: null, isClosed: false });
  void look(id);
}

async function look(id: string): Promise<void> {
  const known = watched.get(id);
  if (!known) return;
  if (session.read()?.user.id !== known.account) return forget(id, known);
  try {
    const batch = await queryClient.fetchQuery({ ...batchQuery(id), retry: false });
    cacheBatch(queryClient, batch);
    if (batch.status === 'running') showProgress(batch, known);
    else return finish(batch, known);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      writeIds(
        known.account,
        readIds(known.account).filter((one) => one !== id),
      );
      return forget(id, known);
    }
  }
  known.timer = setTimeout(() => void look(id), POLL_MS);
}

function showProgress(batch: Batch, known: Watched): void {
  if (isShown(batch.id)) return hide(known);
  if (known.isClosed) return;
  const message = `Restyling ${pluralize(batch.total, 'photo', 'photos')}`;
  const detail = [batchCounts(batch), expectedTimeLeft(batch)].filter((part) => part !== null).join(' · ');
  if (known.toastId !== null) return toast.update(known.toastId, { detail });
  known.toastId = toast.info(message, {
    detail,
    duration: Infinity,
    action: { label: 'Show', onClick: () => open(batch.id, known) },
    onClosed: () => Object.assign(known, { isClosed: true, toastId: null }),
  });
}

function open(id: string, known: Watched): void {
  known.toastId = null;
  openBatch(id);
}

function finish(batch: Batch, known: Watched): void {
  const { id } = batch;
  if (!isActive(batch))
    writeIds(
      known.account,
      readIds(known.account).filter((one) => one !== id),
    );
  if (isShown(id) || batch.undone_at !== null) return forget(id, known);
  const { toastId } = known;
  known.toastId = null;
  forget(id, known);
  const show = { label: 'Show', onClick: () => openBatch(id) };
  const announce = (...[type, message, options]: [ToastType, string, ToastOptions]) => toast.replace(toastId, type, message, options);
  if (batch.status === 'paused') {
    const options = { detail: batchCounts(batch), duration: PAUSED_MS, action: show };
    if (toastId !== null && paused) toast.dismiss(paused.toastId);
    paused = { batchId: id, toastId: toast.replace(toastId ?? paused?.toastId ?? null, 'info', 'The batch is paused', options) };
  } else if (batch.message !== null)
    announce('warning', 'The batch was stopped', { detail: batch.message, duration: DONE_MS, action: show });
  else if (batch.status === 'done')
    announce('success', `${pluralize(batch.made, 'photo', 'photos')} restyled`, {
      detail: batchCounts(batch),
      duration: DONE_MS,
      action: { label: 'Undo', onClick: () => void reverse(id, 'undo') },
    });
  else if (toastId !== null) toast.dismiss(toastId);
}

/** Removes or restores all results, and offers the reverse. */
async function reverse(id: string, action: Extract<BatchAction, 'undo' | 'restore'>): Promise<void> {
  try {
    cacheBatch(queryClient, await changeBatch(id, action));
    const other = action === 'undo' ? 'restore' : 'undo';
    toast.success(action === 'undo' ? 'All results of the batch removed' : 'All results of the batch restored', {
      duration: DONE_MS,
      action: { label: other === 'undo' ? 'Undo' : 'Restore', onClick: () => void reverse(id, other) },
    });
  } catch (error) {
    const failed = action === 'undo' ? 'Couldn’t remove the images' : 'Couldn’t restore the images';
    toast.error(failed, { detail: describeFailure(error).detail });
  }
}

function hide(known: Watched): void {
  if (known.toastId === null) return;
  const { toastId } = known;
  known.toastId = null;
  toast.dismiss(toastId);
}

function forget(id: string, known: Watched): void {
  clearTimeout(known.timer);
  watched.delete(id);
  hide(known);
}
