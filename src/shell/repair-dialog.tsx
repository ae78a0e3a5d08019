import type { ReactNode } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount, formatDateTime } from '#src/lib/format.ts';
import { removeAcknowledgement } from '#src/outbox/receipts.ts';
import type { RepairResult } from '#src/outbox/repair.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CircleCheck, Clock, TriangleAlert } from '#src/ui/icons.ts';
import { dismissRepairResult } from './outbox-integrity.ts';

const photos = (count: number) => pluralize(count, 'photo', 'photos');
/** More entries add nothing to the number. */
const MAX_LISTED = 20;

/** The phone lost its photo queue: reports restored, pending and lost photos. */
export default function RepairDialog({ result: { restored, later, lost } }: { result: RepairResult }) {
  const close = () => {
    lost.forEach(({ id }) => removeAcknowledgement(id));
    dismissRepairResult();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={lost.length > 0 ? `This ${deviceLabel} lost ${photos(lost.length)}` : `${photos(restored + later)} restored`}
      description={`The browser lost the photo queue on this ${deviceLabel}. This happens when the ${deviceLabel} is full or its site data is cleared.`}
      footer={
        <Button variant="primary" onClick={close}>
          OK
        </Button>
      }
    >
      <ul className="grid gap-3 text-sm">
        {restored > 0 && (
          <Line icon={<CircleCheck aria-hidden className="size-5 shrink-0 text-success" />}>
            {photos(restored)} {restored === 1 ? 'was' : 'were'} restored from the second copy on this {deviceLabel}, and{' '}
            {restored === 1 ? 'is' : 'are'} back in the queue.
          </Line>
        )}
        {later > 0 && (
          <Line icon={<Clock aria-hidden className="size-5 shrink-0 text-warning" />}>
            {photos(later)} {later === 1 ? 'has' : 'have'} a second copy, but there’s no room to restore {later === 1 ? 'it' : 'them'}. Free
            up some space on this {deviceLabel}, and {later === 1 ? 'it' : 'they'}’ll be restored automatically.
          </Line>
        )}
        {lost.length > 0 && (
          <Line icon={<TriangleAlert aria-hidden className="size-5 shrink-0 text-danger" />}>
            {photos(lost.length)} {lost.length === 1 ? 'is' : 'are'} no longer on this {deviceLabel}
            {lost.every(({ asked }) => asked)
              ? ` and had not been uploaded. Take ${lost.length === 1 ? 'it' : 'them'} again if you can:`
              : '. Some may have been uploaded before: check the gallery when you’re online.'}
            <ul className="mt-2 grid gap-1 text-ink-muted">
              {lost.slice(0, MAX_LISTED).map(({ id, eventName, eventZone, takenAt }) => (
                <li key={id}>
                  {eventName}, {formatDateTime(takenAt, eventZone)}
                </li>
              ))}
              {lost.length > MAX_LISTED && <li>and {formatCount(lost.length - MAX_LISTED)} more</li>}
            </ul>
            {[...new Map(lost.map((shot) => [shot.eventId, shot])).values()].map(
              ({ eventId, eventName, delivered }) =>
                delivered !== undefined && (
                  <p key={eventId} className="mt-2">
                    The server has {delivered === 0 ? 'no photo' : photos(delivered)} of yours from {eventName}.
                  </p>
                ),
            )}
          </Line>
        )}
      </ul>
    </Dialog>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      {icon}
      <div className="min-w-0">{children}</div>
    </li>
  );
}
