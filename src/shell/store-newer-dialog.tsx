import { useState } from 'react';
import { device } from '#src/lib/device.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { RotateCw } from '#src/ui/icons.ts';
import { loadNewVersion } from '#src/ui/load-new-version.ts';

/** An older page on a newer store: nothing is wrong with the photos, and one press cures it. */
export default function StoreNewerDialog() {
  const [open, setOpen] = useState(true);
  const [loading, setLoading] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Load the new version"
      description={`A newer version of the app is in use on this ${device}. Photos that wait here are safe, but this page is too old to take or send any.`}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button
            variant="primary"
            loading={loading}
            icon={<RotateCw aria-hidden className="size-4" />}
            onClick={() => {
              setLoading(true);
              void loadNewVersion();
            }}
          >
            Load it
          </Button>
        </>
      }
    />
  );
}
