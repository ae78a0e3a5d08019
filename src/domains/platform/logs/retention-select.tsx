import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatFullDate, formatDateTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { call } from '#src/transport/call.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { sealQuery, type LogSeal } from './queries.ts';

const DAY_MS = 86_400_000;
const periods: Record<string, string> = {
  '30': '30 days',
  '90': '90 days',
  '180': '180 days',
  '365': 'One year',
  '730': 'Two years',
  '1825': 'Five years',
  '3650': 'Ten years',
};
const periodOf = (days: number): string => periods[days] ?? `${days} days`;

const setRetention = (days: number) => call('PUT /api/v1/platform/logs/retention', { body: { days } });

const overlay = createOverlay<LogSeal>();

/** Sets how long entries are retained. Warns before a shorter period deletes entries. */
export function RetentionSelect({ seal }: { seal: LogSeal }) {
  const client = useQueryClient();
  const [now] = useState(Date.now);
  const isOnline = useConnection() === 'online';
  const { retention_days: days, oldest_at: oldest } = overlay.usePatched()('seal', seal) ?? seal;
  const change = optimisticMutation<{ from: number; to: number }>({
    item: () => 'log-retention',
    apply: ({ to }) => overlay.add('seal', { retention_days: to }),
    send: ({ to }) => setRetention(to),
    applyRevert: ({ from }) => overlay.add('seal', { retention_days: from }),
    revert: ({ from }) => setRetention(from),
    settle: () => client.invalidateQueries(sealQuery),
    done: ({ to }) => `Log entries are kept for ${periodOf(to).toLowerCase()}`,
    failed: 'Couldn’t change the retention',
  });
  const options = Object.entries(periods).map(([value, label]) => ({ value, label }));
  const before = now - days * DAY_MS;
  const loses = oldest !== null && Date.parse(oldest) < before;
  return (
    <section aria-label="Log retention" className="grid gap-2">
      <Field
        label="Keep log entries for"
        help={
          loses
            ? `Log entries before ${formatFullDate(before)} will be deleted tonight.`
            : `The oldest entry is from ${oldest === null ? 'today' : formatDateTime(oldest)}. Older entries are deleted each night. The log’s integrity can still be verified.`
        }
      >
        {(control) => (
          <Select
            {...control}
            options={days in periods ? options : [{ value: String(days), label: periodOf(days) }, ...options]}
            value={String(days)}
            disabledReason={!isOnline && NEEDS_CONNECTION}
            onChange={(to) => change({ from: days, to: Number(to) })}
          />
        )}
      </Field>
    </section>
  );
}
