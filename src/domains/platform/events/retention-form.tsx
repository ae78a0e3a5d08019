import { useState } from 'react';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import type { PlatformEvent } from './queries.ts';
import type { PlatformEventActions } from './use-platform-event-actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 365;
const MAX_REASON_LENGTH = 1000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const schema = v.object({
  day: v.pipe(
    v.string(),
    v.isoDate('Choose a day.'),
    v.check((day) => Date.parse(day) > Date.now(), 'Choose a day after today.'),
    v.check((day) => Date.parse(day) <= Date.now() + MAX_DAYS * DAY_MS, 'Choose a day within a year.'),
  ),
  reason: v.pipe(v.string(), v.trim(), v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`)),
});

interface RetentionFormProps {
  event: PlatformEvent;
  actions: PlatformEventActions;
  onClose: () => void;
}

/** Until when a deleted event can be restored. */
export default function RetentionForm({ event, actions, onClose }: RetentionFormProps) {
  const [now] = useState(() => Date.now());
  return (
    <SheetForm
      title={`Retention of ${event.name}`}
      description="The event can be restored until that day. Its photos are permanently deleted within a day after."
      schema={schema}
      values={{ day: dayOf(new Date(event.restorable_until ?? now)), reason: event.removal_reason ?? '' }}
      submitLabel="Save"
      failureTitle="Couldn’t save the retention"
      submit={async ({ day, reason }) => ({ restorable_until: new Date(day).toISOString(), removal_reason: reason === '' ? null : reason })}
      onDone={(kept) => {
        onClose();
        actions.setRetention({ event, to: { deleted_at: event.deleted_at, ...kept } });
      }}
      onClose={onClose}
    >
      <TextField
        name="day"
        label="Can be restored until"
        type="date"
        min={dayOf(new Date(now + DAY_MS))}
        max={dayOf(new Date(now + MAX_DAYS * DAY_MS))}
        help="The day begins at midnight UTC."
      />
      <TextAreaField
        name="reason"
        label="Reason for removal"
        optional
        maxLength={MAX_REASON_LENGTH}
        help="With a reason, the organization sees it and can’t restore the event. Without one, it can."
      />
    </SheetForm>
  );
}
