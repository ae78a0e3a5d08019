import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sharedGalleryQuery } from '#src/domains/sharing/visit/queries.ts';
import { SharedPage } from '#src/domains/sharing/visit/shared-gallery.tsx';
import { isUuid } from '#src/lib/is-uuid.ts';
import { parseFlag } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useViewerHistory } from '#src/shell/use-viewer-history.ts';

export const Route = createFileRoute('/shared/$token/')({
  validateSearch: validateSearch(
    ['photo', 'picked', 'section'],
    (raw: Record<string, unknown>): { photo?: string; picked?: true; section?: string } => ({
      ...(typeof raw.photo === 'string' && { photo: raw.photo }),
      ...(parseFlag(raw.picked) && { picked: true }),
      ...(isUuid(raw.section) && { section: raw.section.toLowerCase() }),
    }),
  ),
  // Not awaited: the skeleton shows while it loads.
  loader: ({ context: { queryClient }, params: { token } }) => void queryClient.prefetchQuery(sharedGalleryQuery(token)),
  component: SharedGalleryPage,
});

function SharedGalleryPage() {
  const { token } = Route.useParams();
  const { photo = null, picked = false, section = null } = Route.useSearch();
  const navigate = Route.useNavigate();

  const viewer = useViewerHistory(
    useCallback((photo, replace) => void navigate({ search: (now) => ({ ...now, photo }), replace, resetScroll: false }), [navigate]),
  );
  const onPicked = useCallback(
    (only: boolean) => void navigate({ search: (now) => ({ ...now, picked: only ? true : undefined }), replace: true, resetScroll: false }),
    [navigate],
  );
  const onSection = useCallback(
    (next: string | null) =>
      void navigate({ search: (now) => ({ ...now, section: next ?? undefined }), replace: true, resetScroll: false }),
    [navigate],
  );
  return <SharedPage key={token} {...viewer} {...{ token, picked, onPicked, section, onSection }} openId={photo} />;
}
