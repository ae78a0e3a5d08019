import { useState } from 'react';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextField } from '#src/ui/form.tsx';
import type { PlatformEvent } from './queries.ts';
import type { EventHolds } from './use-event-holds.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_DAYS = 365;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const schema = v.object({
  day: v.pipe(
    v.string(),
    v.isoDate('Choose a day.'),
    v.check((day) => Date.parse(day) > Date.now(), 'The day must come after today.'),
    v.check((day) => Date.parse(day) <= Date.now() + LONGEST_DAYS * DAY_MS, 'At most a year ahead.'),
  ),
});

interface RetentionFormProps {
  event: PlatformEvent;
  holds: EventHolds;
  onClose: () => void;
}

/** Until when a deleted event can be restored. */
export default function RetentionForm({ event, holds, onClose }: RetentionFormProps) {
  const [now] = useState(() => Date.now());
  return (
    <SheetForm
      title={`How long ${event.name} is kept`}
      description="Until that day the event can be restored, by its organization too. Its photos are deleted for good within a day after it."
      schema={schema}
      values={{ day: dayOf(new Date(event.restorable_until ?? now)) }}
      submitLabel="Save"
      failureTitle="This was not sent"
      submit={async ({ day }) => new Date(day).toISOString()}
      onDone={(until) => {
        onClose();
        holds.setRetention({ event, to: { deleted_at: event.deleted_at, restorable_until: until } });
      }}
      onClose={onClose}
    >
      <TextField
        name="day"
        label="Can be restored until"
        type="date"
        min={dayOf(new Date(now + DAY_MS))}
        max={dayOf(new Date(now + LONGEST_DAYS * DAY_MS))}
        help="The day begins at midnight UTC."
      />
    </SheetForm>
  );
}
