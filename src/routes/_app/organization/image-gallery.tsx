import { createFileRoute, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { ImageLibrary } from '#src/domains/generation/library/image-library.tsx';
import { parseLibrarySearch, librarySearchKeys } from '#src/domains/generation/library/library-search.ts';
import { describePhoto } from '#src/domains/photos/labels.ts';
import { startDownload } from '#src/domains/photos/viewer/download.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Sparkles } from '#src/ui/icons.ts';

const photos = { url: photoUrl, describe: describePhoto, download: startDownload };

export const Route = createFileRoute('/_app/organization/image-gallery')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(librarySearchKeys, parseLibrarySearch),
  component: OrganizationGalleryPage,
});

function OrganizationGalleryPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const organization = snapshot && currentOrganization(snapshot);
  const onCompose = useCallback((from: ComposePrefill) => void navigate({ to: '/organization/generate-image', search: from }), [navigate]);
  if (!organization) return null;
  return (
    <ImageLibrary
      title="Image Gallery"
      account={snapshot.user.id}
      key={`${snapshot.user.id} ${organization.id}`}
      owner={organization.id}
      photos={photos}
      collectionsDisabledReason={
        organization.status === 'suspended' && 'Your organization is suspended. You can view its collections, but not change them.'
      }
      search={search}
      generate={
        <Link to="/organization/generate-image" className={buttonClass({ variant: 'primary' })}>
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
