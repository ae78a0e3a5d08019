import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { useUnsavedChanges } from '#src/shell/unsaved-changes.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form, useAppForm } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Event } from '#src/domains/events/event.ts';
import { EventFields } from '#src/domains/events/manage/form/event-fields.tsx';
import { eventFormSchema, eventValues, toUpdateRequest, type EventFormValues } from '#src/domains/events/manage/form/event-form-values.ts';
import { listsAreStale, updateEvent } from '#src/domains/events/manage/queries.ts';
import { useWhyNot } from '#src/domains/events/manage/disabled-reason.ts';

/** All that was set when the event was made. Sends only what was changed here, so that two people may edit at once. */
export function EditEvent({ event }: { event: Event }) {
  const client = useQueryClient();
  const whyNot = useWhyNot(event);
  // What the form began with: differences are counted from here, not from what others have changed meanwhile.
  const [base, setBase] = useState(event);
  const begin = (from: Event) => {
    setBase(from);
    form.hook.reset(eventValues(from));
  };
  const form = useAppForm<EventFormValues>(eventFormSchema, {
    defaultValues: eventValues(base),
    submit: async (values) => {
      const body = toUpdateRequest(values, base);
      begin(body ? await updateEvent(client, event.id, body) : base);
      if (!body) return;
      void listsAreStale(client);
      toast.success('Changes saved');
    },
    messageOf: (error) => describeFailure(error).detail,
  });
  const { isDirty } = form.hook.formState;
  const { question } = useUnsavedChanges(isDirty);
  // Nothing is being written here: what others change is shown.
  if (!isDirty && event.updated_at !== base.updated_at) setBase(event);
  const { reset } = form.hook;
  useEffect(() => reset(eventValues(base)), [base, reset]);
  const invalid = Object.keys(form.hook.formState.errors).length > 0;

  return (
    <Card title="Event details">
      <Form form={form} failureTitle="The changes were not saved" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <EventFields hook={form.hook} isNew={false} />
        <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-5 py-4 pb-[max(--spacing(4),var(--safe-bottom))]">
          <Button
            type="submit"
            variant="primary"
            loading={form.submitting}
            disabledReason={whyNot ?? (!isDirty && 'Nothing has been changed.')}
            onMouseDown={(pressed) => pressed.preventDefault()}
          >
            Save changes
          </Button>
          {isDirty && (
            <Button variant="quiet" onClick={() => begin(event)}>
              Discard
            </Button>
          )}
          <p aria-live="polite" className="text-sm text-ink-muted">
            {isDirty && !invalid && 'Not saved yet.'}
            {isDirty && invalid && 'Something is still wrong above.'}
          </p>
        </div>
      </Form>
      {question}
    </Card>
  );
}
