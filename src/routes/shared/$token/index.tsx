import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { sharedGalleryQuery } from '#src/domains/sharing/visit/queries.ts';
import { SharedPage } from '#src/domains/sharing/visit/shared-gallery.tsx';
import { parseFlag } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';

export const Route = createFileRoute('/shared/$token/')({
  validateSearch: validateSearch(['photo', 'picked'], (raw: Record<string, unknown>): { photo?: string; picked?: true } => ({
    ...(typeof raw.photo === 'string' && { photo: raw.photo }),
    ...(parseFlag(raw.picked) && { picked: true }),
  })),
  // Not awaited: the skeleton shows while it loads.
  loader: ({ context: { queryClient }, params: { token } }) => void queryClient.prefetchQuery(sharedGalleryQuery(token)),
  component: SharedGalleryPage,
});

function SharedGalleryPage() {
  const { token } = Route.useParams();
  const { photo = null, picked = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();

  // Closing goes back to the history entry that opened the viewer; after a deep link there is none.
  const openedHere = useRef(false);
  const onOpen = useCallback(
    (id: string) => {
      openedHere.current = true;
      void navigate({ search: (now) => ({ ...now, photo: id }), resetScroll: false });
    },
    [navigate],
  );
  const onShow = useCallback(
    (id: string) => void navigate({ search: (now) => ({ ...now, photo: id }), replace: true, resetScroll: false }),
    [navigate],
  );
  const onClose = useCallback(() => {
    if (openedHere.current) history.back();
    else void navigate({ search: (now) => ({ ...now, photo: undefined }), replace: true, resetScroll: false });
    openedHere.current = false;
  }, [history, navigate]);
  const onPicked = useCallback(
    (only: boolean) => void navigate({ search: (now) => ({ ...now, picked: only ? true : undefined }), replace: true, resetScroll: false }),
    [navigate],
  );
  return <SharedPage key={token} {...{ token, picked, onPicked, onOpen, onShow, onClose }} openId={photo} />;
}
