import { createFileRoute, redirect } from '@tanstack/react-router';

/** The way in leads to the events. */
export const Route = createFileRoute('/_app/organization/')({
  beforeLoad: () => {
    throw redirect({ to: '/organization/events', replace: true });
  },
});
