import { Toast } from 'radix-ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '#src/ui/icons.ts';
import { toast, TOAST_MS, toastStore, type ToastItem, type ToastType } from './toast.ts';

const icons: Record<Exclude<ToastType, 'default'>, typeof Info> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
  warning: TriangleAlert,
};
const colors: Record<ToastType, string> = {
  default: 'text-ink',
  success: 'text-success',
  error: 'text-danger',
  info: 'text-info',
  warning: 'text-warning',
};

/** Top right, 3000 ms, paused while hovered or focused, dismissed by a click (docs/product.md, Records and states). In the root route. */
export function Toaster() {
  const items = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  // Restarts a countdown that was paused by a pointer on the last toast as it closed.
  const round = useSyncExternalStore(toastStore.subscribe, toastStore.round);
  return (
    <Toast.Provider key={round} duration={TOAST_MS} swipeDirection="right">
      {items.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
      <Toast.Viewport className="toasts pointer-events-none fixed top-(--toast-top,0px) right-(--toast-right,0px) z-[60] flex w-[calc(100%-var(--toast-right,0px))] flex-col gap-2 p-4 pt-[max(--spacing(4),var(--safe-top))] *:pointer-events-auto outline-none empty:hidden sm:w-96" />
    </Toast.Provider>
  );
}

function ToastCard({ item }: { item: ToastItem }) {
  const Icon = item.type === 'default' ? null : icons[item.type];
  const [left, setLeft] = useState(Math.ceil((item.duration ?? TOAST_MS) / 1000));
  const [paused, setPaused] = useState(false);
  const isCounting = item.counted !== undefined && item.open && !paused;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setLeft((seconds) => Math.max(1, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return (
    <Toast.Root
      open={item.open}
      {...(item.duration !== undefined && { duration: item.duration })}
      onOpenChange={(open) => !open && toast.dismiss(item.id)}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      onClick={() => toast.dismiss(item.id)}
      type={item.type === 'error' ? 'foreground' : 'background'}
      className="flex cursor-pointer items-center gap-3 rounded-lg border border-line bg-raised py-3 pr-3 pl-4 text-ink shadow-3 data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      {Icon && <Icon aria-hidden className={`size-5 shrink-0 ${colors[item.type]}`} />}
      <div className="min-w-0 flex-1 py-1 text-sm">
        <Toast.Title className="line-clamp-4 font-medium wrap-anywhere">{item.message}</Toast.Title>
        {(item.detail || item.counted) && (
          <Toast.Description className="mt-0.5 text-ink-muted">
            {item.counted?.(left)} {item.detail}
          </Toast.Description>
        )}
      </div>
      {item.action && (
        <Toast.Action
          altText={item.action.label}
          // If several toasts are visible, each action names its toast.
          aria-label={`${item.action.label}: ${item.message}`}
          onClick={(event) => {
            event.stopPropagation();
            // A toast that closes with the focus inside would pause the next one's timer forever.
            event.currentTarget.blur();
            toastStore.act(item);
          }}
          className="-my-1 inline-flex h-9 shrink-0 items-center rounded-md px-3 text-sm font-semibold text-accent-text hover:bg-hover touch:h-11"
        >
          {item.action.label}
        </Toast.Action>
      )}
    </Toast.Root>
  );
}
