import { useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { Button } from '#src/ui/button.tsx';
import { QueueRow } from './queue-row.tsx';

/** Shown at first, and added by each press: rows cost more than a frame. */
const AT_ONCE = 50;

interface QueueListProps {
  records: readonly PhotoRecord[];
  eventId: string;
}

/** What needs the person stands first; all else in the order it was taken in. */
export function QueueList({ records, eventId }: QueueListProps) {
  const [most, setMost] = useState(AT_ONCE);
  const needsPerson = ({ state }: PhotoRecord) => state === 'parked';
  const sorted = [...records.filter(needsPerson), ...records.filter((record) => !needsPerson(record))];
  const left = records.length - most;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul aria-label="Waiting photos" className="divide-y divide-line">
        {sorted.slice(0, most).map((record, index) => (
          <li key={record.id} aria-setsize={records.length} aria-posinset={index + 1}>
            <QueueRow record={record} otherEvent={record.eventId !== eventId} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button className="justify-self-center" onClick={() => setMost(most + AT_ONCE)}>
          Show {formatCount(Math.min(AT_ONCE, left))} more of {formatCount(left)}
        </Button>
      )}
    </div>
  );
}
