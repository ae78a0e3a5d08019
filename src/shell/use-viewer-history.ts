import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

/**
 * The viewer's place in the history: closing it goes back to the entry that opened it; after a deep link there is none.
 * @param navigate shows the photo in the URL, none if undefined; stable
 */
export function useViewerHistory(navigate: (photo: string | undefined, replace: boolean) => void) {
  const { history } = useRouter();
  const openedHere = useRef(false);
  const onOpen = useCallback(
    (photo: string) => {
      openedHere.current = true;
      navigate(photo, false);
    },
    [navigate],
  );
  const onShow = useCallback((photo: string) => navigate(photo, true), [navigate]);
  const onClose = useCallback(() => {
    if (openedHere.current) history.back();
    else navigate(undefined, true);
    openedHere.current = false;
  }, [history, navigate]);
  return { onOpen, onShow, onClose };
}
