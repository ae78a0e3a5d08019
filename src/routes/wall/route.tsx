import { createFileRoute } from '@tanstack/react-router';
import { anyone } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** A screen at the venue, which needs no account. Loaded on demand, as gallery links are. */
export const Route = createFileRoute('/wall')({ beforeLoad: guarded(anyone), notFoundComponent: NotFound });
