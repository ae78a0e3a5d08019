import { createFileRoute } from '@tanstack/react-router';
import { anyone } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** A gallery link, without sidebar. Its screen is loaded on demand (scripts/lazy-routes-plugin.ts), because the camera must not load it. */
export const Route = createFileRoute('/shared/$token')({ beforeLoad: guarded(anyone), notFoundComponent: NotFound });
