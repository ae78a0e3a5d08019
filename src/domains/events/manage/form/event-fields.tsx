import { formatDate } from '#src/lib/format.ts';
import { useId, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { limits } from '#openapi/limits.ts';
import { RadioField, SwitchField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { endOf, fromLocalInput, zoneOf } from '#src/domains/events/manage/local-time.ts';
import { policyWords, statusWords } from '#src/domains/events/manage/status-words.ts';
import { hoursOf, type EventFormValues } from './event-form-values.ts';

const types = [
  { value: 'private', label: 'Private', help: 'Seen by those who join, and by your organization.' },
  { value: 'public', label: 'Public', help: 'Listed for everyone who looks for events; they may see its gallery.' },
];
const policies = (['code', 'invited', 'closed'] as const).map((value) => ({
  value,
  label: policyWords[value].name,
  help: policyWords[value].help,
}));
const statuses = (['draft', 'active', 'live'] as const).map((value) => ({
  value,
  label: statusWords[value].name,
  help: statusWords[value].meaning,
}));

/** The fields of an event. Stands in a <Form> of EventFormValues. */
export function EventFields({ hook, isNew }: { hook: UseFormReturn<EventFormValues>; isNew: boolean }) {
  return (
    <>
      <Group title="Details">
        <TextField name="name" label="Name" autoComplete="off" maxLength={limits.eventName} />
        <TextAreaField name="description" label="Description" optional help="Shown to guests." />
        <TextField name="location" label="Place" optional autoComplete="off" />
      </Group>
      <Group title="When">
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem] sm:gap-4">
          <TextField name="starts_at" label="Starts" type="datetime-local" />
          <TextField name="duration" label="Hours" inputMode="decimal" autoComplete="off" />
        </div>
        <Span start={hook.watch('starts_at')} duration={hook.watch('duration')} />
      </Group>
      <Group title="Who">
        <RadioField name="type" label="Visibility" options={types} />
        <RadioField name="join_policy" label="Who can join" options={policies} />
        {isNew && <RadioField name="status" label="Status" options={statuses} />}
      </Group>
      <Group title="Photos">
        <SwitchField
          name="require_approval"
          label="Approve photos first"
          help="Each new photo waits in Moderation; until then only its author and your organization see it."
        />
        <SwitchField
          name="auto_gallery"
          label="Open gallery"
          help="Approved photos are seen at once. Without it, guests see the gallery when you publish it."
        />
        <SwitchField
          name="allow_downloads"
          label="Downloads"
          help="Guests may download photos. Without it, only your organization and each photo’s author can."
        />
      </Group>
    </>
  );
}

/** In which zone the times are meant, and when it would end. */
function Span({ start, duration }: { start: string; duration: string }) {
  const id = useId();
  const moment = fromLocalInput(start);
  const hours = hoursOf(duration);
  return (
    <p id={id} aria-live="polite" className="-mt-2 text-sm text-ink-muted">
      {moment && hours > 0 && <>Ends {formatDate(endOf(moment, hours))}. </>}
      Your time zone: {zoneOf(moment ? Date.parse(moment) : undefined)}.
    </p>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <legend className="mb-4 w-full border-b border-line pb-2 text-base font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
