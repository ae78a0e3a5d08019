import { type CSSProperties, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { type Event, readableCode } from '#src/domains/events/event.ts';
import { joinCodeDisabledReason } from '#src/domains/events/manage/status-labels.ts';
import { readableOn } from '#src/lib/color.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { encodeQr } from '#src/lib/qr.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { Printer } from '#src/ui/icons.ts';
import { joinAddress, joinLink } from './join-link.ts';
import './poster.css';

const isLocal = (hostname: string): boolean => /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

interface PosterDialogProps {
  event: Event;
  code: string;
  onClose: () => void;
}

/** Previews and prints the poster. While it is open, printing the page prints only the poster. */
export default function PosterDialog({ event, code, onClose }: PosterDialogProps) {
  const codeDisabledReason = joinCodeDisabledReason(event);
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Poster"
        description={
          codeDisabledReason ? `${codeDisabledReason} You can already print the poster.` : 'One A4 page. Hang it at the entrance.'
        }
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

/** One A4 page in the organization's color. All sizes scale with its width. */
function Poster({ event, code }: { event: Event; code: string }) {
  const link = joinLink(code, location.origin);
  const { size, path } = useMemo(() => encodeQr(link), [link]);
  const { primary_color: color, logo_url: logo } = event.branding;
  const length = event.name.length > 60 ? 'long' : event.name.length > 24 ? 'middle' : 'short';
  return (
    <div className="poster" style={{ '--poster-color': color, '--poster-on-color': readableOn(color) } as CSSProperties}>
      <div className="poster-page">
        <div className="poster-head">
          {logo && <FallbackImage src={apiUrl(logo)} alt="" className="poster-logo" />}
          <span>{event.organization_name}</span>
        </div>
        <p className="poster-name" data-length={length}>
          {event.name}
        </p>
        <p className="poster-when">
          {formatWeekdayDateTime(event.starts_at, event.time_zone)}
          {event.location && <span> · {event.location}</span>}
        </p>
        <svg role="img" aria-label="QR code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="poster-qr">
          <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
          <path fill="#000" d={path} />
        </svg>
        <p className="poster-call">Scan to join</p>
        <p className="poster-promise">Take photos, and see everyone’s while the event is on.</p>
        <div className="poster-foot">
          <p>
            Or go to <b>{joinAddress(location.origin)}</b> and enter
          </p>
          <p className="poster-code">{readableCode(code)}</p>
        </div>
      </div>
    </div>
  );
}
