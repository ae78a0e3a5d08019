import { createFileRoute } from '@tanstack/react-router';
import { logs, type LogsSearch, parseLogsSearch } from '#src/domains/platform/logs/queries.ts';
import { SystemLogs } from '#src/domains/platform/logs/system-logs.tsx';
import { searchChange } from '#src/lib/list-query.ts';

export const Route = createFileRoute('/_app/super-admin/system-logs')({
  validateSearch: parseLogsSearch,
  loaderDeps: ({ search: { entry: _open, ...asked } }) => asked,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(logs.query(deps)),
  component: Logs,
});

function Logs() {
  const navigate = Route.useNavigate();
  return (
    <SystemLogs
      search={Route.useSearch()}
      onSearch={(change: Partial<LogsSearch>) => void navigate(searchChange(change))}
      onEntry={(entry) => void navigate({ search: (now: LogsSearch) => ({ ...now, entry }), resetScroll: false })}
    />
  );
}
