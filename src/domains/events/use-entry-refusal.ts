import { notFound, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { entryRefusal } from './enter.ts';

/**
 * The event was held on this phone, so its screens opened at once; what the server says about it now still counts.
 * Leaves for /unauthorized, or throws not-found, once it refuses.
 */
export function useEntryRefusal(error: Error | null): void {
  const navigate = useNavigate();
  const refusal = entryRefusal(error);
  useEffect(() => {
    if (refusal === 'not-yours') void navigate({ to: '/unauthorized', replace: true });
  }, [navigate, refusal]);
  if (refusal === 'not-there') notFound({ data: 'gone', throw: true });
}
