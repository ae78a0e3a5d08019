import { createFileRoute } from '@tanstack/react-router';
import { Permissions } from '#src/domains/platform/permissions/permissions.tsx';
import { permissionHistoryQuery, permissionsQuery } from '#src/domains/platform/permissions/queries.ts';

export const Route = createFileRoute('/_app/super-admin/permissions')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(permissionsQuery);
    void context.queryClient.prefetchQuery(permissionHistoryQuery);
  },
  component: Permissions,
});
