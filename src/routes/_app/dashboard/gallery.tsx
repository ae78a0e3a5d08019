import { createFileRoute, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { ImageLibrary } from '#src/domains/generation/library/image-library.tsx';
import { parseLibrarySearch, librarySearchKeys } from '#src/domains/generation/library/library-search.ts';
import { describePhoto } from '#src/domains/photos/labels.ts';
import { startDownload } from '#src/domains/photos/viewer/download.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Sparkles } from '#src/ui/icons.ts';

const photos = { url: photoUrl, describe: describePhoto, download: startDownload };

export const Route = createFileRoute('/_app/dashboard/gallery')({
  validateSearch: validateSearch(librarySearchKeys, parseLibrarySearch),
  component: GalleryPage,
});

function GalleryPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const onCompose = useCallback((from: ComposePrefill) => void navigate({ to: '/dashboard/generate', search: from }), [navigate]);
  if (!user) return null;
  return (
    <ImageLibrary
      title="Gallery"
      key={user.id}
      account={user.id}
      owner={null}
      photos={photos}
      search={search}
      generate={
        <Link to="/dashboard/generate" className={buttonClass({ variant: 'primary' })}>
          <Sparkles aria-hidden className="size-4" />
          Generate an image
        </Link>
      }
      onCompose={onCompose}
      onOpenEvent={(id, photo) => void navigate({ to: '/event/$id/gallery', params: { id }, search: { photo } })}
      onSearch={(change) =>
        void navigate({
          search: (before) => ({ ...before, ...change }),
          // Opening the first image adds a history entry, so that the back button closes it.
          replace: !('image' in change) || search.image !== undefined,
          resetScroll: false,
        })
      }
    />
  );
}
