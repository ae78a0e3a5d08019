import { createPortal } from 'react-dom';
import type { Event } from '#src/domains/events/event.ts';
import { joinCodeDisabledReason } from '#src/domains/events/manage/status-labels.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Printer } from '#src/ui/icons.ts';
import { Poster } from './poster.tsx';

const isLocal = (hostname: string): boolean => /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

interface PosterDialogProps {
  event: Event;
  code: string;
  onClose: () => void;
}

/** Shows the poster as it will be, and prints it. While it is open, printing the page by any way prints the poster alone. */
export default function PosterDialog({ event, code, onClose }: PosterDialogProps) {
  const shut = joinCodeDisabledReason(event);
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Poster"
        description={shut ? `${shut} You can already print the poster.` : 'One A4 page. Hang it at the entrance.'}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      >
        {isLocal(location.hostname) && (
          <Banner tone="warning" title="Phones can’t open this address">
            The code leads to {location.host}, which only this device can reach. Open the app at the address people will use, then print.
          </Banner>
        )}
        <div className="mx-auto w-full max-w-72 overflow-hidden rounded-sm border border-line shadow-2">
          <Poster event={event} code={code} />
        </div>
      </Dialog>
      {createPortal(
        <div aria-hidden className="poster-print">
          <Poster event={event} code={code} />
        </div>,
        document.body,
      )}
    </>
  );
}
