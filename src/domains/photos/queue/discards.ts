// Photos that are about to be discarded. No reverse can exist, so it waits, and says for how long. Kept outside React: closing the sheet does not
// change what was decided. A page that goes away in that time discards nothing: for these photos no other copy may exist.
import { pluralize, formatTimeWithSeconds } from '#src/lib/format.ts';
import { discard } from '#src/outbox/discard.ts';
import { effectiveTakenAt } from '#src/outbox/effective-taken-at.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { toast } from '#src/ui/toast.ts';

let discardingIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>) {
  discardingIds = next;
  for (const listener of listeners) listener();
}
const without = (id: string) => new Set([...discardingIds].filter((each) => each !== id));

export const discards = {
  read: () => discardingIds,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

const timeOf = (record: PhotoRecord) => formatTimeWithSeconds(effectiveTakenAt(record), record.eventZone);

export const photoName = (record: PhotoRecord) => record.fileName ?? `Photo taken at ${timeOf(record)}`;

const WAIT_MS = 5000;

/** Takes it out of sight now, and throws it away when the toast has gone without "Undo". */
export function discardWithUndo(record: PhotoRecord): void {
  const { id } = record;
  set(new Set([...discardingIds, id]));
  toast.show(`Discarding ${record.fileName ?? `photo from ${timeOf(record)}`}`, {
    duration: WAIT_MS,
    counted: (seconds) => `Deleted for good in ${pluralize(seconds, 'second', 'seconds')}.`,
    action: { label: 'Undo', onClick: () => set(without(id)) },
    onClosed: () => {
      discard(id).then(
        (outcome) => {
          set(without(id));
          if (outcome === 'delivered') toast.info('The photo is already in the gallery', { detail: 'You can delete it there.' });
        },
        () => {
          set(without(id));
          toast.error('Couldn’t discard the photo', { detail: 'It’s back in the queue.' });
        },
      );
    },
  });
}
