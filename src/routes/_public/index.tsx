import { createFileRoute } from '@tanstack/react-router';
import { Home } from '#src/domains/accounts/home.tsx';

export const Route = createFileRoute('/_public/')({ component: Home });
