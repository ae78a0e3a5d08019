import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Event } from '#src/domains/events/event.ts';
import { createEvent } from '#src/domains/events/manage/queries.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { EventFields } from './event-fields.tsx';
import { copyValues, eventFormSchema, newEventValues, toCreateRequest, type EventSettings } from './event-form-values.ts';

interface NewEventProps {
  /** Null if none is selected: submitting then fails with a message. */
  organizationId: string | null;
  /** The organization's defaults. */
  settings: UseQueryResult<{ event_settings: EventSettings }>;
  /** The id of the event to duplicate. */
  from: string | undefined;
  onClose: () => void;
  onCreated: (event: Event) => void;
}

export default function NewEvent({ organizationId, settings, from, onClose, onCreated }: NewEventProps) {
  const client = useQueryClient();
  const source = useQuery({ ...eventQuery(from ?? ''), enabled: from !== undefined });
  const isNew = from === undefined;
  const fresh = settings.data && newEventValues(settings.data.event_settings);
  return (
    <SheetForm
      title={isNew ? 'New event' : 'Duplicate event'}
      description="You can change everything later."
      schema={eventFormSchema}
      values={isNew ? fresh : source.data && copyValues(source.data)}
      query={isNew ? settings : source}
      offline="Creating an event needs a connection."
      submitLabel="Create event"
      failureTitle="Couldn’t create the event"
      submit={(values) => createEvent(client, toCreateRequest(values, organizationId ?? ''), organizationId)}
      onDone={onCreated}
      onClose={onClose}
    >
      <EventFields isNew />
    </SheetForm>
  );
}
