import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** After a navigation inside the app: says the new page's title to screen readers and puts the focus on its content. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  const pathname = useRef<string | null>(null);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        const first = pathname.current === null;
        if (pathname.current === toLocation.pathname) return;
        pathname.current = toLocation.pathname;
        if (first) return;
        setTitle(document.title);
        const main = document.getElementById('main');
        // A field with autofocus, or a dialog, has taken the focus already.
        if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
      }),
    [router],
  );

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
