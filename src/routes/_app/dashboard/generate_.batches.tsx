import { createFileRoute } from '@tanstack/react-router';
import { BatchesScreen } from '#src/domains/generation/batch/batches-screen.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';

export const Route = createFileRoute('/_app/dashboard/generate_/batches')({
  validateSearch: validateSearch(['batch'], ({ batch }: Record<string, unknown>): { batch?: string } =>
    typeof batch === 'string' ? { batch } : {},
  ),
  component: BatchesPage,
});

function BatchesPage() {
  const { batch } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <BatchesScreen openId={batch} onOpen={(next) => void navigate({ search: { batch: next }, replace: batch !== undefined })} />;
}
