import { createFileRoute, Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useCallback } from 'react';
import type { ComposeFrom } from '#src/domains/generation/compose-from.ts';
import { imageGalleryKeys, imageGallerySearch } from '#src/domains/generation/gallery/gallery-search.ts';
import { ImageGallery } from '#src/domains/generation/gallery/image-gallery.tsx';
import { searchOf } from '#src/lib/search-of.ts';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';

export const Route = createFileRoute('/_app/dashboard/gallery')({
  validateSearch: searchOf(imageGalleryKeys, imageGallerySearch),
  component: GalleryPage,
});

function GalleryPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const onCompose = useCallback((from: ComposeFrom) => void navigate({ to: '/dashboard/generate', search: from }), [navigate]);
  if (!user) return null;
  return (
    <ImageGallery
      title="Gallery"
      key={user.id}
      account={user.id}
      owner={null}
      search={search}
      generate={
        <Link to="/dashboard/generate" className={buttonClass({ variant: 'primary' })}>
          <Sparkles aria-hidden className="size-4" />
          Generate an image
        </Link>
      }
      onCompose={onCompose}
      onSearch={(change) =>
        void navigate({
          search: (before) => ({ ...before, ...change }),
          // Looking at the first image is a step of its own, which the back button takes back.
          replace: !('image' in change) || search.image !== undefined,
          resetScroll: false,
        })
      }
    />
  );
}
