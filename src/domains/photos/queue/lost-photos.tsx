import { useCallback, type ReactNode } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount, formatDateTime } from '#src/lib/format.ts';
import { dismissImports, importRefusalMessage, type ImportTarget, listUnfinishedImports } from '#src/outbox/imports.ts';
import { damagedPhotos, dismissDamaged, dismissLost, lostPhotos, type AffectedEvent } from '#src/outbox/queue-management.ts';
import { Banner } from '#src/ui/banner.tsx';
import { toast } from '#src/ui/toast.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/** A longer list does not help. */
const LISTED = 100;

const totalCount = ({ photos, unnamed }: AffectedEvent) => photos.length + unnamed;
const fromEvent = ({ eventName }: AffectedEvent) => eventName && ` from ${eventName}`;

/** Lists delivered photos that the server lost, by event. Renders nothing if there are none. */
export function LostPhotos({ account }: { account: string }) {
  const read = useCallback(() => lostPhotos(account), [account]);
  return useOutboxRead(read).data?.map((lost) => {
    const it = totalCount(lost) === 1 ? 'it' : 'them';
    return (
      <Notice
        key={lost.eventId}
        title={`The server lost ${pluralize(totalCount(lost), 'photo', 'photos')}${fromEvent(lost)}`}
        label="Lost photos"
        items={lost.photos}
        renderRow={photoRow}
        unnamed={lost.unnamed}
        dismiss={() => dismissLost(account, lost.eventId)}
      >
        {totalCount(lost) === 1 ? 'It' : 'They'} had been uploaded, but the server was restored from an older backup, and{' '}
        {totalCount(lost) === 1 ? 'it is' : 'they are'} no longer on this {deviceLabel}. If you still have {it}, for example in your camera
        roll, import {it} again.
      </Notice>
    );
  });
}

/** Lists imported files that are damaged, by event. Renders nothing if there are none. */
export function DamagedPhotos({ account }: { account: string }) {
  const read = useCallback(() => damagedPhotos(account), [account]);
  return useOutboxRead(read).data?.map((damaged) => (
    <Notice
      key={damaged.eventId}
      title={`${pluralize(totalCount(damaged), 'imported file', 'imported files')}${fromEvent(damaged)} ${totalCount(damaged) === 1 ? 'is' : 'are'} damaged`}
      label="Damaged files"
      items={damaged.photos}
      renderRow={photoRow}
      unnamed={damaged.unnamed}
      dismiss={() => dismissDamaged(account, damaged.eventId)}
    >
      {totalCount(damaged) === 1 ? 'It is' : 'They are'} on the server as imported, but can’t be shown. Check the card or camera{' '}
      {totalCount(damaged) === 1 ? 'it came' : 'they came'} from, and import a good copy.
    </Notice>
  ));
}

/** Lists files that were not imported into this event, with the reason. Renders nothing if there are none. */
export function NotImported({ account, eventId }: ImportTarget) {
  const read = useCallback(() => listUnfinishedImports({ account, eventId }), [account, eventId]);
  const { data: files = [], reload } = useOutboxRead(read);
  if (files.length === 0) return null;
  return (
    <Notice
      title={`${pluralize(files.length, 'file', 'files')} not imported`}
      label="Files not imported"
      items={files}
      renderRow={({ batch, number, name, reason, ...numbers }) => (
        <li key={`${batch} ${number}`} className="wrap-anywhere">
          <span className="font-medium text-ink">{name}</span>{' '}
          {reason ? importRefusalMessage({ reason, ...numbers }) : 'The import stopped before this file.'}
        </li>
      )}
      dismiss={async () => {
        await dismissImports({ account, eventId });
        reload();
      }}
    >
      To try again, choose {files.length === 1 ? 'it' : 'them'} with Import photos at the camera.
    </Notice>
  );
}

const photoRow = ({ id, fileName, takenAt, eventZone }: AffectedEvent['photos'][number]) => (
  <li key={id} className="wrap-anywhere">
    {`${fileName === null ? 'Photo taken' : `${fileName} ·`} ${formatDateTime(takenAt, eventZone)}`}
  </li>
);

interface NoticeProps<Item> {
  title: string;
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  renderRow: (item: Item) => ReactNode;
  /** The number of photos without a row. */
  unnamed?: number;
  dismiss: () => Promise<void>;
  children: ReactNode;
}

function Notice<Item>({ title, label, items, renderRow, unnamed = 0, dismiss, children }: NoticeProps<Item>) {
  const more = items.length - LISTED;
  return (
    <Banner
      tone="warning"
      title={title}
      onDismiss={() => void dismiss().catch(() => toast.error('Couldn’t dismiss the notice', { detail: 'Try again.' }))}
    >
      <p>{children}</p>
      {items.length > 0 && (
        <ul aria-label={label} className="mt-2 grid gap-1">
          {items.slice(0, LISTED).map(renderRow)}
          {more > 0 && <li>and {formatCount(more)} more</li>}
        </ul>
      )}
      {unnamed > 0 && items.length > 0 && <p className="mt-2">{formatCount(unnamed)} of them can’t be identified by name.</p>}
    </Banner>
  );
}
