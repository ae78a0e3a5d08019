// Toasts from anywhere: `toast.success('Saved')`. They are for outcomes that the screen itself does not show.
export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning';

export interface ToastOptions {
  /** A second line: what to do about it. */
  detail?: string;
  /** One thing to do; pressing it closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Called once when it goes, however it goes; not after its action. */
  onClosed?: () => void;
  /** Milliseconds it stands, when not the usual. `Infinity`: until it is updated or dismissed. */
  duration?: number | undefined;
  /** Counts the seconds that are left, in words: for what happens when it goes. */
  counted?: (seconds: number) => string;
}

export interface ToastItem extends ToastOptions {
  id: number;
  type: ToastType;
  message: string;
  open: boolean;
}

/** docs/product.md A9. Counting stops while the pointer or the focus is on a toast. */
export const TOAST_MS = 3000;

/** Time for the leaving animation before the item is forgotten. */
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

function show(type: ToastType, message: string, options: ToastOptions = {}): number {
  const id = nextId++;
  set([...items, { ...options, id, type, message, open: true }]);
  return id;
}

export const toast = {
  show: (message: string, options?: ToastOptions) => show('default', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  /** Says something else in the same place; nothing happens when it has gone. Its time begins anew with another duration. */
  update: (id: number, changes: Partial<Pick<ToastItem, 'message' | 'detail' | 'duration'>>) =>
    set(items.map((item) => (item.id === id ? { ...item, ...changes } : item))),
  /** Closes it now; nothing happens when it has gone already. */
  dismiss: (id: number) => close(id, true),
  /** Takes back what the ones that stand offer to do: somebody else is there now. */
  dismissOffers: () => items.filter(({ action, onClosed }) => action && !onClosed).forEach(({ id }) => close(id, false)),
};

/** What the Toaster draws. */
export const toastStore = {
  read: () => items,
  /** How often the last one has gone. */
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

function close(id: number, tell: boolean) {
  const item = items.find((each) => each.id === id);
  if (!item?.open) return;
  set(items.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => set(items.filter((each) => each.id !== id)), LEAVE_MS);
  if (tell) item.onClosed?.();
}
