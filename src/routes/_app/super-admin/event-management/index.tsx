import { createFileRoute } from '@tanstack/react-router';
import { PlatformEventList } from '#src/domains/platform/events/event-list.tsx';
import {
  parsePlatformEventSearch,
  PLATFORM_EVENT_SEARCH,
  platformEvents,
  type PlatformEventSearch,
} from '#src/domains/platform/events/queries.ts';
import { searchChange } from '#src/lib/list-query.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { Page } from '#src/ui/page.tsx';

export const Route = createFileRoute('/_app/super-admin/event-management/')({
  validateSearch: validateSearch(PLATFORM_EVENT_SEARCH, parsePlatformEventSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(platformEvents.query(deps)),
  component: EventManagement,
});

function EventManagement() {
  const navigate = Route.useNavigate();
  return (
    <Page title="Event Management">
      <PlatformEventList
        search={Route.useSearch()}
        onSearch={(change: Partial<PlatformEventSearch>) => void navigate(searchChange(change))}
      />
    </Page>
  );
}
