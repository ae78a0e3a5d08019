import { createFileRoute, redirect } from '@tanstack/react-router';

/** Always leads to / (docs/product.md, Routes and menus). */
export const Route = createFileRoute('/error-test')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
