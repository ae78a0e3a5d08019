import { QueryFailure } from '#src/shell/query-state.tsx';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useUnsavedChanges } from '#src/shell/unsaved-changes.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, useAppForm } from '#src/ui/form.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { createEvent } from '#src/domains/events/manage/queries.ts';
import { NEEDS_CONNECTION } from '#src/domains/events/manage/disabled-reason.ts';
import { EventFields } from './event-fields.tsx';
import {
  copyValues,
  eventFormSchema,
  newEventValues,
  toCreateRequest,
  type EventFormValues,
  type EventSettings,
} from './event-form-values.ts';

interface NewEventProps {
  /** Null: none is selected, which the attempt says. */
  organizationId: string | null;
  /** What the organization says a new event begins with. */
  settings: UseQueryResult<{ event_settings: EventSettings }>;
  /** The event that it begins as a copy of. */
  from: string | undefined;
  onClose: () => void;
  onCreated: (event: Event) => void;
}

/** The form of a new event, in a sheet. */
export default function NewEvent({ organizationId, settings, from, onClose, onCreated }: NewEventProps) {
  const source = useQuery({ ...eventQuery(from ?? ''), enabled: from !== undefined });
  const waitsFor = from === undefined ? settings : source;
  const values = useStartValues(settings.data?.event_settings, from === undefined ? undefined : source.data);
  const title = from === undefined ? 'New event' : 'Duplicate event';
  if (values) return <NewEventForm {...{ organizationId, onClose, onCreated, title }} values={values} />;
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={title} className="md:w-[34rem]">
      {waitsFor.error && !waitsFor.isFetching ? (
        <QueryFailure
          error={waitsFor.error}
          failed="The form could not be opened"
          offline="A new event needs a connection: its form begins with your organization’s settings."
          onRetry={() => void waitsFor.refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </Sheet>
  );
}

function useStartValues(settings: EventSettings | undefined, source: Event | undefined): EventFormValues | null {
  if (source) return copyValues(source, Date.now());
  return settings ? newEventValues(settings, Date.now()) : null;
}

interface NewEventFormProps extends Pick<NewEventProps, 'organizationId' | 'onClose' | 'onCreated'> {
  title: string;
  values: EventFormValues;
}

function NewEventForm({ organizationId, onClose, onCreated, title, values }: NewEventFormProps) {
  const client = useQueryClient();
  const offline = useConnection() !== 'online';
  const form = useAppForm<EventFormValues>(eventFormSchema, {
    defaultValues: values,
    submit: async (sent) => {
      const { organization_id: _, ...body } = toCreateRequest(sent, organizationId ?? '');
      const event = await createEvent(client, body, organizationId);
      release();
      onCreated(event);
    },
    messageOf: (error) => describeFailure(error).detail,
  });
  const { question, release } = useUnsavedChanges(form.hook.formState.isDirty);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description="Everything here can be changed later."
      className="md:w-[34rem]"
      footer={
        <>
          <Button
            type="submit"
            form="new-event"
            variant="primary"
            className="flex-1"
            loading={form.submitting}
            disabledReason={offline && NEEDS_CONNECTION}
          >
            Create event
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <Form
        form={form}
        id="new-event"
        failureTitle="The event could not be made"
        className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-1 pb-6"
      >
        <EventFields hook={form.hook} isNew />
      </Form>
      {question}
    </Sheet>
  );
}

function FormSkeleton() {
  return (
    <Loading label="Loading the form" className="grid gap-6 pt-2">
      {['w-16', 'w-24', 'w-14', 'w-20', 'w-28'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-10 rounded-md" />
        </div>
      ))}
    </Loading>
  );
}
