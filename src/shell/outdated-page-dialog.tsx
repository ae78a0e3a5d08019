import { useState, useSyncExternalStore } from 'react';
import { isBusy, subscribeBusy } from '#src/lib/busy.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { RotateCw, TriangleAlert } from '#src/ui/icons.ts';
import { useReload } from '#src/ui/load-new-version.ts';

/** An older page on a newer store: the photos are safe, and a reload fixes it. Postponed, it stays visible. */
export default function OutdatedPageDialog() {
  const [open, setOpen] = useState(true);
  const { loading, reload } = useReload();
  const unsaved = useSyncExternalStore(subscribeBusy, () => isBusy('shutter'));
  const disabledReason = unsaved && 'The camera has unsaved photos. Save copies of them or discard them first.';
  const icon = <RotateCw aria-hidden className="size-4" />;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Load the new version"
        description={`A newer version of the app is in use on this ${deviceLabel}. Photos waiting here are safe, but this page is too old to take or upload any.${unsaved ? ' The camera has unsaved photos: save copies of them first.' : ''}`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Not now</Button>
            <Button variant="primary" loading={loading} disabledReason={disabledReason} icon={icon} onClick={() => reload()}>
              Load
            </Button>
          </>
        }
      />
      {!open && (
        <section aria-label="Update needed" className="update-prompt">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
          <p aria-live="polite" className="flex-1 text-sm font-medium">
            This page is too old to take or upload photos.
          </p>
          <Button size="sm" variant="primary" loading={loading} disabledReason={disabledReason} icon={icon} onClick={() => reload()}>
            Load the new version
          </Button>
        </section>
      )}
    </>
  );
}
