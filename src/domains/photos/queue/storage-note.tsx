import { formatBytes } from '#src/lib/format.ts';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { platform, type Platform } from '#src/lib/platform.ts';
import { requestPersistence } from '#src/outbox/queue.ts';
import { Button } from '#src/ui/button.tsx';
import { useStorageReport } from './use-queue.ts';

const advice: Record<Platform, string> = {
  ios: 'Add this app to the home screen (Share, then “Add to Home Screen”) and take photos from there.',
  android: 'Install this app (browser menu, then “Install app” or “Add to home screen”), or allow its notifications; then ask again.',
  desktop: 'Install this app (the sign in the address bar), or bookmark it; then ask again.',
};

/** Whether the browser promised to keep what waits here, how to get that promise, and how much room there is. */
export function StorageNote() {
  const { data, reload } = useStorageReport();
  const [refused, setRefused] = useState(false);
  if (!data) return null;
  const { persisted, usage, quota } = data;
  const ask = async () => {
    setRefused(!(await requestPersistence()));
    reload();
  };
  return (
    <section aria-label="Storage on this phone" className="grid gap-2 rounded-lg bg-hover p-4 text-sm">
      <p className="flex gap-2">
        {persisted ? (
          <ShieldCheck aria-hidden className="size-5 shrink-0 text-success" />
        ) : (
          <ShieldAlert aria-hidden className="size-5 shrink-0 text-warning" />
        )}
        <span>
          {persisted
            ? 'The browser keeps waiting photos even if this phone runs low on space.'
            : 'If this phone runs low on space, the browser could delete waiting photos.'}
        </span>
      </p>
      {!persisted && (
        <div className="grid justify-items-start gap-2 pl-7">
          <p className="text-ink-muted">
            {refused && 'The browser said no for now. '}
            {advice[platform(navigator)]}
          </p>
          <Button size="sm" onClick={() => void ask()}>
            Protect storage
          </Button>
        </div>
      )}
      {usage !== null && quota !== null && (
        <p className="pl-7 text-ink-muted">
          This app uses {formatBytes(usage)}; the browser estimates that {formatBytes(Math.max(0, quota - usage))} more would fit.
        </p>
      )}
    </section>
  );
}
