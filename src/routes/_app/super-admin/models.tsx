import { createFileRoute } from '@tanstack/react-router';
import { ModelsPage } from '#src/domains/platform/models/models-page.tsx';
import { platformModelsQuery } from '#src/domains/platform/models/queries.ts';

export const Route = createFileRoute('/_app/super-admin/models')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(platformModelsQuery),
  component: ModelsPage,
});
