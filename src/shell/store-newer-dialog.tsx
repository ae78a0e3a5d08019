import { useState } from 'react';
import { device } from '#src/lib/device.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { RotateCw, TriangleAlert } from '#src/ui/icons.ts';
import { loadNewVersion } from '#src/ui/load-new-version.ts';

/** An older page on a newer store: nothing is wrong with the photos, and one press cures it. Put off, it stays in sight. */
export default function StoreNewerDialog() {
  const [open, setOpen] = useState(true);
  const [loading, setLoading] = useState(false);
  const load = () => {
    setLoading(true);
    void loadNewVersion();
  };
  const icon = <RotateCw aria-hidden className="size-4" />;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Load the new version"
        description={`A newer version of the app is in use on this ${device}. Photos that wait here are safe, but this page is too old to take or send any.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Not now</Button>
            <Button variant="primary" loading={loading} icon={icon} onClick={load}>
              Load it
            </Button>
          </>
        }
      />
      {!open && (
        <section aria-label="Update needed" className="update-prompt">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
          <p aria-live="polite" className="flex-1 text-sm font-medium">
            This page is too old to take or send photos.
          </p>
          <Button size="sm" variant="primary" loading={loading} icon={icon} onClick={load}>
            Load the new version
          </Button>
        </section>
      )}
    </>
  );
}
