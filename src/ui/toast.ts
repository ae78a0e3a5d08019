// Toasts from anywhere: `toast.success('Saved')`. For outcomes that the screen itself does not show.
export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning';

export interface ToastOptions {
  /** A second line: the remedy. */
  detail?: string;
  /** One action; pressing it closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Called once when it closes, for any reason except its action. */
  onClosed?: () => void;
  /** Milliseconds it stays, if not the default. `Infinity`: until it is updated or dismissed. */
  duration?: number | undefined;
  /** Formats the remaining seconds, if something happens when it closes. */
  counted?: (seconds: number) => string;
}

export interface ToastItem extends ToastOptions {
  id: number;
  type: ToastType;
  message: string;
  open: boolean;
}

/** docs/product.md, Records and states. The timer pauses while the pointer or the focus is on a toast. */
export const TOAST_MS = 3000;

/** The duration of the closing animation. */
const LEAVE_MS = 200;

let items: readonly ToastItem[] = [];
let nextId = 1;
let round = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastItem[]) {
  if (next.length === 0 && items.length > 0) round += 1;
  items = next;
  for (const listener of listeners) listener();
}

/** @param instead of this one, in its place */
function show(type: ToastType, message: string, options?: ToastOptions, instead: number | null = null): number {
  const shown = { ...options, id: nextId++, type, message, open: true };
  const isThere = items.some(({ id }) => id === instead);
  set(isThere ? items.map((item) => (item.id === instead ? shown : item)) : [...items, shown]);
  return shown.id;
}

export const toast = {
  show: (message: string, options?: ToastOptions) => show('default', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  /** Changes a visible toast; does nothing if it has closed. A new duration restarts its timer. */
  update: (id: number, changes: Partial<Pick<ToastItem, 'message' | 'detail' | 'duration'>>) =>
    set(items.map((item) => (item.id === id ? { ...item, ...changes } : item))),
  /** Shows another toast in the place of a visible one, or as a new one if there is none. Returns its id. */
  replace: (id: number | null, type: ToastType, message: string, options?: ToastOptions) => show(type, message, options, id),
  /** Closes it now; does nothing if it has closed already. */
  dismiss: (id: number) => close(id, true),
  /** Withdraws the actions of visible toasts: another account is signed in now. */
  dismissOffers: () => items.filter(({ action, onClosed }) => action && !onClosed).forEach(({ id }) => close(id, false)),
};

/** What the Toaster draws. */
export const toastStore = {
  read: () => items,
  /** How often the last visible toast has closed. */
  round: () => round,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  act(item: ToastItem) {
    close(item.id, false);
    item.action?.onClick();
  },
};

function close(id: number, notify: boolean) {
  const item = items.find((each) => each.id === id);
  if (!item?.open) return;
  set(items.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => set(items.filter((each) => each.id !== id)), LEAVE_MS);
  if (notify) item.onClosed?.();
}
