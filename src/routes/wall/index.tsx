import { createFileRoute } from '@tanstack/react-router';
import { ScreenPage } from '#src/domains/sharing/wall/screen-page.tsx';

export const Route = createFileRoute('/wall/')({ component: ScreenPage });
