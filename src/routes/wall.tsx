import { createFileRoute } from '@tanstack/react-router';
import { ScreenPage } from '#src/domains/sharing/wall/screen-page.tsx';
import { anyone } from '#src/session/guards.ts';
import { guarded } from '#src/shell/guarded.ts';

/** For a screen at the venue, which needs no account. */
export const Route = createFileRoute('/wall')({ beforeLoad: guarded(anyone), component: ScreenPage });
