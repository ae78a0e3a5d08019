import { createFileRoute } from '@tanstack/react-router';
import { approved } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';
import { NotFound } from '#src/shell/not-found.tsx';

/** The personal area of every signed-in user. */
export const Route = createFileRoute('/_app/dashboard')({ beforeLoad: guarded(approved), notFoundComponent: NotFound });
