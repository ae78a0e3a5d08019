import type { ReactNode } from 'react';
import { device } from '#src/lib/device.ts';
import { counted, formatCount, formatMoment } from '#src/lib/format.ts';
import type { Healing } from '#src/outbox/heal.ts';
import { forgetAcknowledged } from '#src/outbox/ledger.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CircleCheck, Clock, TriangleAlert } from '#src/ui/icons.ts';
import { healingRead } from './store-watch.ts';

const photos = (count: number) => counted(count, 'photo', 'photos');
/** More than this tell the person nothing that the number does not. */
const LISTED = 20;

/** The phone lost what its photos are kept in: what came back, what is still to come, and what did not. */
export default function HealingDialog({ healing: { restored, later, lost } }: { healing: Healing }) {
  const close = () => {
    lost.forEach(({ id }) => forgetAcknowledged(id));
    healingRead();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={lost.length > 0 ? `This ${device} lost ${photos(lost.length)}` : `${photos(restored + later)} restored`}
      description={`The browser lost the photo queue on this ${device}. This happens when the ${device} is full or its site data is cleared.`}
      footer={
        <Button variant="primary" onClick={close}>
          OK
        </Button>
      }
    >
      <ul className="grid gap-3 text-sm">
        {restored > 0 && (
          <Line icon={<CircleCheck aria-hidden className="size-5 shrink-0 text-success" />}>
            {photos(restored)} {restored === 1 ? 'was' : 'were'} restored from the second copy on this {device}, and{' '}
            {restored === 1 ? 'is' : 'are'} back in the queue.
          </Line>
        )}
        {later > 0 && (
          <Line icon={<Clock aria-hidden className="size-5 shrink-0 text-warning" />}>
            {photos(later)} {later === 1 ? 'has' : 'have'} a second copy, but there’s no room to restore {later === 1 ? 'it' : 'them'}. Free
            up some space on this {device}, and {later === 1 ? 'it' : 'they'}’ll be restored automatically.
          </Line>
        )}
        {lost.length > 0 && (
          <Line icon={<TriangleAlert aria-hidden className="size-5 shrink-0 text-danger" />}>
            {photos(lost.length)} {lost.length === 1 ? 'is' : 'are'} no longer on this {device}
            {lost.every(({ asked }) => asked)
              ? ` and had not been uploaded. Take ${lost.length === 1 ? 'it' : 'them'} again if you can:`
              : '. Some may have been uploaded before: check the gallery when you’re online.'}
            <ul className="mt-2 grid gap-1 text-ink-muted">
              {lost.slice(0, LISTED).map(({ id, eventName, eventZone, takenAt }) => (
                <li key={id}>
                  {eventName}, {formatMoment(takenAt, eventZone)}
                </li>
              ))}
              {lost.length > LISTED && <li>and {formatCount(lost.length - LISTED)} more</li>}
            </ul>
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
