import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsPage } from '#src/domains/platform/announcements/announcements-page.tsx';
import { announcements, type AnnouncementSearch } from '#src/domains/platform/announcements/queries.ts';
import { searchChange } from '#src/lib/list-query.ts';
import { parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';

export const Route = createFileRoute('/_app/super-admin/notifications')({
  validateSearch: validateSearch(searchKeys(announcements.list), (raw: Record<string, unknown>) =>
    parseListSearch(announcements.list, raw),
  ),
  component: Notifications,
});

function Notifications() {
  const navigate = Route.useNavigate();
  return (
    <AnnouncementsPage search={Route.useSearch()} onSearch={(change: Partial<AnnouncementSearch>) => void navigate(searchChange(change))} />
  );
}
