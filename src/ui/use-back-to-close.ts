import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** While it is open, the browser's Back closes it instead of leaving the page. Without the file, which a device may not have yet offline, Back leaves. */
export function useBackToClose(open: boolean, onOpenChange: (open: boolean) => void): void {
  const router = useRouter({ warn: false });
  const onBack = useEffectEvent(onOpenChange);
  useEffect(() => {
    if (!open || !router) return undefined;
    const adding = import('./layers.ts').then(
      ({ addLayer }) => addLayer(router, () => onBack(false)),
      () => undefined,
    );
    return () => void adding.then((remove) => remove?.());
  }, [open, router]);
}
