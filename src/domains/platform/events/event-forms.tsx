import { useState } from 'react';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import type { PlatformEvent, PlatformEventActions } from './queries.ts';

const MAX_REASON_LENGTH = 1000;

const reasonSchema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a reason.'),
    v.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters.`),
  ),
});

interface ReasonFormProps {
  title: string;
  /** Describes the consequences and the readers of the reason. */
  description: string;
  submitLabel: string;
  destructive?: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason. The action itself is optimistic and reports its own errors. */
export function ReasonForm({ title, description, submitLabel, destructive, onSubmit, onClose }: ReasonFormProps) {
  return (
    <SheetForm
      title={title}
      description={description}
      schema={reasonSchema}
      values={{ reason: '' }}
      submitLabel={submitLabel}
      destructive={destructive}
      failureTitle="Couldn’t save the reason"
      submit={async ({ reason }) => reason}
      onDone={(reason) => {
        onClose();
        onSubmit(reason);
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" maxLength={MAX_REASON_LENGTH} />
    </SheetForm>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 365;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const retentionSchema = v.object({
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

/** Sets how long a deleted event can be restored. */
export function RetentionForm({ event, actions, onClose }: RetentionFormProps) {
  const [now] = useState(() => Date.now());
  return (
    <SheetForm
      title={`Retention of ${event.name}`}
      description="The event can be restored until that day. Its photos are permanently deleted within a day after."
      schema={retentionSchema}
      values={{ day: dayOf(new Date(event.restorable_until ?? now)), reason: event.removal_reason ?? '' }}
      submitLabel="Save"
      failureTitle="Couldn’t save the retention"
      submit={async ({ day, reason }) => ({ restorable_until: new Date(day).toISOString(), removal_reason: reason === '' ? null : reason })}
      onDone={(retention) => {
        onClose();
        actions.setRetention({ event, to: { deleted_at: event.deleted_at, ...retention } });
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

interface DeleteFormProps {
  event: PlatformEvent;
  actions: PlatformEventActions;
  onClose: () => void;
}

/** Deletes an event with a reason that its organization sees. */
export function DeleteForm({ event, actions, onClose }: DeleteFormProps) {
  return (
    <ReasonForm
      title={`Delete ${event.name}`}
      description="It’s hidden from everyone. Only the platform can restore it, for 30 days. The organization sees the reason."
      submitLabel="Delete"
      destructive
      onSubmit={(reason) =>
        actions.setRetention({ event, to: { deleted_at: new Date().toISOString(), restorable_until: null, removal_reason: reason } })
      }
      onClose={onClose}
    />
  );
}
