import { createFileRoute } from '@tanstack/react-router';
import { platformAccess } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** People and organizations of the platform, for platform admins (docs/product.md, Routes and menus). */
export const Route = createFileRoute('/_app/admin')({ beforeLoad: guarded(platformAccess), notFoundComponent: NotFound });
