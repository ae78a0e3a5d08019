import { createFileRoute } from '@tanstack/react-router';
import { PlatformEventPage } from '#src/domains/platform/events/event-page.tsx';
import { platformEventQuery } from '#src/domains/platform/events/queries.ts';

export const Route = createFileRoute('/_app/super-admin/event-management/$id')({
  loader: ({ context, params: { id } }) => void context.queryClient.prefetchQuery(platformEventQuery(id)),
  component: InspectedEvent,
});

function InspectedEvent() {
  const { id } = Route.useParams();
  return <PlatformEventPage key={id} id={id} />;
}
