import { useCallback, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount, formatTime, pluralize } from '#src/lib/format.ts';
import { cardListFile, thisDevice } from '#src/outbox/card-list.ts';
import { hasImports } from '#src/outbox/queue.ts';
import type { CheckedCounts } from '#src/outbox/receipts.ts';
import { CheckCard } from '#src/shell/check-card.tsx';
import { Button } from '#src/ui/button.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { FileDown } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { useOutboxRead } from './use-outbox-read.ts';

interface OwnEventProps {
  account: string;
  eventId: string;
}

/** What this device captured for the event, and the list to compare with a memory card. */
export function CardList({ account, eventId, counts }: OwnEventProps & { counts: CheckedCounts }) {
  const [saving, setSaving] = useState(false);
  const imports = useOutboxRead(useCallback(() => hasImports({ account, eventId }), [account, eventId])).data;
  const device = useOutboxRead(thisDevice).data;
  if (counts.shot === 0 && !imports) return null;
  const keep = keepCard(counts);
  const save = async () => {
    setSaving(true);
    try {
      const { file, stored } = await cardListFile(account, eventId);
      downloadFile(file);
      const unlisted = counts.stored - stored;
      if (unlisted > 0)
        toast.warning(`${pluralize(unlisted, 'photo isn’t', 'photos aren’t')} in the list`, {
          detail: `The storage of this ${deviceLabel} was cleared after they were stored. Look for them in the gallery.`,
        });
    } catch {
      toast.error('Couldn’t export the list', { detail: 'Try again.' });
    }
    setSaving(false);
  };
  return (
    <section aria-label="Memory card" className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
      <p className="font-medium tabular-nums">{countsSentence(counts)}</p>
      {keep && <p className="font-medium text-warning">Don’t erase a memory card yet: {keep}.</p>}
      <p className="text-ink-muted">
        Before you erase a memory card, compare its files with the list of this {device ?? deviceLabel}. <CheckCard />
      </p>
      <div>
        <Button size="sm" icon={<FileDown aria-hidden className="size-4" />} loading={saving} onClick={() => void save()}>
          Export list
        </Button>
      </div>
    </section>
  );
}

/** Why a card may hold the only good copy; null if nothing speaks for it. */
export function keepCard({ waiting, lost, damaged, undecoded }: CheckedCounts): string | null {
  if (waiting > 0) return `${pluralize(waiting, 'photo is', 'photos are')} still waiting`;
  if (lost > 0) return `the server lost ${pluralize(lost, 'photo', 'photos')}`;
  if (damaged > 0) return `${pluralize(damaged, 'file is', 'files are')} unreadable`;
  return undecoded > 0 ? `${pluralize(undecoded, 'file isn’t', 'files aren’t')} checked yet` : null;
}

/** "412 captured, 412 stored, 0 waiting". Stored as of the last time that the server confirmed it. */
export function countsSentence({ shot, imported, stored, waiting, lost, asOf, current }: CheckedCounts): string {
  const verb = imported === 0 ? 'captured' : imported === shot ? 'imported' : 'captured or imported';
  const isChecked = current && asOf === undefined;
  const since = isChecked || stored === 0 ? '' : asOf ? ` as of ${formatTime(asOf)}` : ' (checking)';
  const parts = [`${formatCount(shot)} ${verb}`, `${formatCount(stored)} stored${since}`, `${formatCount(waiting)} waiting`];
  return [...parts, ...(lost > 0 ? [`${formatCount(lost)} lost by the server`] : [])].join(', ');
}
