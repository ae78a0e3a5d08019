import { useState, type ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { Button } from '#src/ui/button.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CloudOff, Settings2 } from '#src/ui/icons.ts';
import { StaffDialog } from './staff-dialog.tsx';

interface BoothFrameProps {
  event: components['schemas']['Event'];
  /** Seconds until it begins anew; null: they are not counted. */
  left: number | null;
  /** A photo waits for a connection: on this device, or on this page alone. */
  waiting: 'kept' | 'here' | null;
  account: string;
  onChooseEvent: () => void;
  children: ReactNode;
}

/** As large as the screen; whose booth this is, and a small door for those who run it. */
export function BoothFrame({ event, left, waiting, account, onChooseEvent, children }: BoothFrameProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="venue booth">
      <header className="booth-head">
        {event.branding.logo_url && <FallbackImage src={apiUrl(event.branding.logo_url)} alt="" className="h-8 max-w-24 object-contain" />}
        <p className="min-w-0 flex-1 truncate font-semibold">{event.name}</p>
        <OfflineIndicator className="shrink-0" />
        <IconButton size="lg" label="For staff" icon={<Settings2 aria-hidden className="size-5" />} onClick={() => setOpen(true)} />
      </header>
      {waiting !== null && (
        <p role="status" className="booth-kept">
          <CloudOff aria-hidden className="size-5 shrink-0" />
          {waiting === 'kept'
            ? `Can’t reach the server. The photo is saved on this ${deviceLabel} and continues automatically.`
            : 'Can’t reach the server. The photo continues automatically. Keep this page open.'}
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
              Starting over in {pluralize(left, 'second', 'seconds')}
            </p>
            {/* Any touch counts, so that this has nothing of its own to do. */}
            <Button size="lg" variant="primary" className="booth-press">
              I’m still here
            </Button>
          </div>
        )}
      </main>
      <StaffDialog open={open} onOpenChange={setOpen} account={account} eventId={event.id} onChooseEvent={onChooseEvent} />
    </div>
  );
}
