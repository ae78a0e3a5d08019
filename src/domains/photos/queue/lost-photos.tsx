import { useCallback } from 'react';
import { device } from '#src/lib/device.ts';
import { counted, formatCount, formatMoment } from '#src/lib/format.ts';
import { forgetLost, lostPhotos, type LostOfEvent } from '#src/outbox/receipt-check.ts';
import { Banner } from '#src/ui/banner.tsx';
import { toast } from '#src/ui/toast.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/** More than this are of no help to find them again. */
const LISTED = 100;

/** Photos that had arrived and that the server has lost since, by name, event by event. Draws nothing while there are none. */
export function LostPhotos({ account }: { account: string }) {
  const read = useCallback(() => lostPhotos(account), [account]);
  return useOutboxRead(read).data?.map((lost) => <OfEvent key={lost.eventId} account={account} lost={lost} />);
}

function OfEvent({ account, lost: { eventId, eventName, photos, unnamed } }: { account: string; lost: LostOfEvent }) {
  const count = photos.length + unnamed;
  const one = count === 1;
  const more = photos.length - LISTED;
  const dismiss = () =>
    forgetLost(account, eventId).catch(() => toast.error('The notice could not be dismissed', { detail: 'Try again.' }));
  return (
    <Banner
      tone="warning"
      title={`The server has lost ${counted(count, 'photo', 'photos')}${eventName && ` of ${eventName}`}`}
      onDismiss={() => void dismiss()}
    >
      <p>
        {one ? 'It' : 'They'} had arrived, but the server was restored from an older backup, and {one ? 'it is' : 'they are'} no longer on
        this {device}. If you still have {one ? 'it' : 'them'}, for example in your camera roll, import {one ? 'it' : 'them'} again.
      </p>
      {photos.length > 0 && (
        <ul aria-label="Lost photos" className="mt-2 grid gap-1">
          {photos.slice(0, LISTED).map((photo) => (
            <li key={photo.id}>
              {photo.fileName === null ? `Photo of ${formatMoment(photo.takenAt)}` : `${photo.fileName} · ${formatMoment(photo.takenAt)}`}
            </li>
          ))}
          {more > 0 && <li>and {formatCount(more)} more</li>}
        </ul>
      )}
      {unnamed > 0 && photos.length > 0 && <p className="mt-2">{formatCount(unnamed)} of them are not known by name.</p>}
    </Banner>
  );
}
