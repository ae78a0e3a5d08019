import { createFileRoute } from '@tanstack/react-router';
import { superAdminOnly } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** The platform: super administrators only. */
export const Route = createFileRoute('/_app/super-admin')({ beforeLoad: guarded(superAdminOnly), notFoundComponent: NotFound });
