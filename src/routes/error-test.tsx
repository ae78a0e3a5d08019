import { createFileRoute, redirect } from '@tanstack/react-router';

/** Always leads to / (docs/product.md A2). */
export const Route = createFileRoute('/error-test')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
