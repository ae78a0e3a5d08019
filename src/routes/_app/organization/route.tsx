import { createFileRoute } from '@tanstack/react-router';
import { organizationAccess } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** The area of an organization: its admins and members only. */
export const Route = createFileRoute('/_app/organization')({
  beforeLoad: guarded(organizationAccess),
  notFoundComponent: NotFound,
});
