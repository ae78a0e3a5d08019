import { useMemo, type CSSProperties } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { readableCode } from '#src/domains/events/readable-code.ts';
import { readableOn } from '#src/lib/color.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { encodeQr } from '#src/lib/qr.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { joinAddress, joinLink } from './join-link.ts';
import './poster.css';

/** One A4 page in the organization's colours: whose event, which, and how to get in. Its sizes follow its width. */
export function Poster({ event, code }: { event: Event; code: string }) {
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
