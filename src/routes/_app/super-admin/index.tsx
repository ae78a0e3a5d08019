import { createFileRoute } from '@tanstack/react-router';
import { PlatformStart } from '#src/domains/platform/platform-start.tsx';

export const Route = createFileRoute('/_app/super-admin/')({ component: PlatformStart });
