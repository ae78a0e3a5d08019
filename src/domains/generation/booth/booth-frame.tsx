import { Link } from '@tanstack/react-router';
import { CloudOff, Settings2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { device } from '#src/lib/device.ts';
import { counted } from '#src/lib/format.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { useFullScreen } from '#src/shell/stage/use-full-screen.ts';
import { apiUrl } from '#src/transport/base.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

interface BoothFrameProps {
  event: components['schemas']['Event'];
  /** Seconds until it begins anew; null: they are not counted. */
  left: number | null;
  /** A photo waits here for a connection. */
  isKept: boolean;
  onChooseEvent: () => void;
  children: ReactNode;
}

/** As large as the screen; whose booth this is, and a small door for those who run it. */
export function BoothFrame({ event, left, isKept, onChooseEvent, children }: BoothFrameProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="venue booth">
      <header className="booth-head">
        {event.branding.logo_url && <img src={apiUrl(event.branding.logo_url)} alt="" className="h-8 max-w-24 object-contain" />}
        <p className="min-w-0 flex-1 truncate font-semibold">{event.name}</p>
        <OfflineIndicator className="shrink-0" />
        <IconButton size="lg" label="For staff" icon={<Settings2 aria-hidden className="size-5" />} onClick={() => setOpen(true)} />
      </header>
      {isKept && (
        <p role="status" className="booth-kept">
          <CloudOff aria-hidden className="size-5 shrink-0" />
          No connection now. The photo is kept on this {device}, and goes on by itself once there is one.
        </p>
      )}
      <main id="main" tabIndex={-1} className="booth-main">
        {children}
        {left !== null && (
          <div className="booth-idle">
            <p role="status" className="sr-only">
              Starting over soon. Press anything to stay.
            </p>
            <p role="timer" className="tabular-nums">
              Starting over in {counted(left, 'second', 'seconds')}
            </p>
            {/* Any touch counts, so that this has nothing of its own to do. */}
            <Button size="lg" variant="primary" className="booth-press">
              I’m still here
            </Button>
          </div>
        )}
      </main>
      <StaffDialog open={open} onOpenChange={setOpen} onChooseEvent={onChooseEvent} />
    </div>
  );
}

interface StaffDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChooseEvent: () => void;
}

function StaffDialog({ open, onOpenChange, onChooseEvent }: StaffDialogProps) {
  const fullScreen = useFullScreen();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="For staff"
      description={`Visitors use your account here. To keep them on this screen, lock this ${device} to one app, as Guided Access, App Pinning and kiosk modes do.`}
      className="venue"
    >
      <div className="grid gap-3">
        {fullScreen && (
          <Button size="lg" onClick={fullScreen.toggle}>
            {fullScreen.on ? 'Leave full screen' : 'Full screen'}
          </Button>
        )}
        <Button size="lg" onClick={onChooseEvent}>
          Choose another event
        </Button>
        <Link to="/dashboard" className={buttonClass({ size: 'lg' })}>
          Leave the photo booth
        </Link>
      </div>
    </Dialog>
  );
}
