import { useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { platform, type Platform } from '#src/lib/platform.ts';
import { requestPersistence } from '#src/outbox/queue.ts';
import { Button } from '#src/ui/button.tsx';
import { HardDrive, ShieldAlert, ShieldCheck } from '#src/ui/icons.ts';
import { useWaitingCount, useStorageReport } from './use-queue.ts';

const advice: Record<Platform, string> = {
  ios: 'Add this app to the home screen (Share, then “Add to Home Screen”) and take photos from there.',
  android: 'Install this app (browser menu, then “Install app” or “Add to home screen”), or allow its notifications; then try again.',
  desktop: 'Install this app (the icon in the address bar), or bookmark it; then try again.',
};

/** Whether storage is persistent, how to request that, and how much space is left. */
export function StorageNote() {
  const { data, reload } = useStorageReport();
  const waiting = useWaitingCount();
  const [answer, setAnswer] = useState<'granted' | 'refused' | null>(null);
  if (!data) return null;
  const { persisted, usage, quota } = data;
  const ask = async () => {
    setAnswer((await requestPersistence()) ? 'granted' : 'refused');
    reload();
  };
  return (
    <section aria-label={`Storage on this ${deviceLabel}`} className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
      <p className="flex gap-2">
        {persisted ? (
          <ShieldCheck aria-hidden className="size-5 shrink-0 text-success" />
        ) : waiting === 0 ? (
          <HardDrive aria-hidden className="size-5 shrink-0 text-ink-muted" />
        ) : (
          <ShieldAlert aria-hidden className="size-5 shrink-0 text-warning" />
        )}
        <span role="status">
          {answer === 'granted' && 'Storage is protected. '}
          {answer === 'refused' && 'Your browser didn’t allow it this time. '}
          {persisted
            ? `The browser keeps waiting photos even if this ${deviceLabel} runs low on space.`
            : waiting === 0
              ? `Photos stay here until they’re uploaded. Protect storage so that the browser keeps them even if this ${deviceLabel} runs low on space.`
              : `If this ${deviceLabel} runs low on space, the browser could delete waiting photos.`}
        </span>
      </p>
      {!persisted && (
        <div className="grid justify-items-start gap-2 pl-7">
          <Button size="sm" onClick={() => void ask()}>
            Protect storage
          </Button>
          {answer === 'refused' && <p className="text-ink-muted">{advice[platform(navigator)]}</p>}
        </div>
      )}
      {usage !== null && quota !== null && (
        <p className="pl-7 text-ink-muted">
          This app uses {formatBytes(usage)}. About {formatBytes(Math.max(0, quota - usage))} is available.
        </p>
      )}
    </section>
  );
}
