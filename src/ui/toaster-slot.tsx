import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastStore } from './toast.ts';

const none = () => toastStore.read().length === 0;

/** Stands once, in the root route. The toaster's code is loaded with the first toast: the camera must not wait for it. */
export function ToasterSlot() {
  const empty = useSyncExternalStore(toastStore.subscribe, none);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (empty || Toaster) return;
    import('./toaster.tsx').then(
      (module) => setToaster(() => module.Toaster),
      (error: unknown) => console.warn('A notice could not be shown.', error),
    );
  }, [empty, Toaster]);

  return Toaster && <Toaster />;
}
