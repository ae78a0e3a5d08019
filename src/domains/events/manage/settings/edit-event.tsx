import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { EventFields } from '#src/domains/events/manage/form/event-fields.tsx';
import { eventFormSchema, eventValues, toUpdateRequest } from '#src/domains/events/manage/form/event-form-values.ts';
import { invalidateEventLists, updateEvent } from '#src/domains/events/manage/queries.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';

/** All that was set when the event was made. */
export function EditEvent({ event }: { event: Event }) {
  const client = useQueryClient();
  return (
    <SettingsCard
      title="Edit event"
      schema={eventFormSchema}
      saved={event}
      valuesOf={eventValues}
      save={async (values, base) => {
        const body = toUpdateRequest(values, base);
        if (!body) return base;
        const saved = await updateEvent(client, event.id, body);
        void invalidateEventLists(client);
        return saved;
      }}
      disabledReason={useDisabledReason(event)}
    >
      <EventFields isNew={false} />
    </SettingsCard>
  );
}
