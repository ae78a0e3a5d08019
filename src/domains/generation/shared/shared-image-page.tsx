// One image, opened by a link without an account: what the visitor of a photo booth takes home.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { madeByLabel } from '#src/domains/generation/labels.ts';
import { canShareFiles, EXTENSIONS, isoDay, saveFile, shareFile } from '#src/domains/generation/results/original-file.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { Download, Eye, Hourglass, Link2, Share } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

type SharedImage = components['schemas']['SharedImage'];

/** Not stored on the device: an expired link must leave nothing behind. */
const sharedImageQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token, 'image'] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/shared-images/{token}', { params: { path: { token } }, signal })),
    staleTime: 0,
  });

const fileUrl = (token: string, variant: 'preview' | 'original') => apiUrl(`/api/v1/shared-images/${token}/${variant}`);

export function SharedImagePage({ token }: { token: string }) {
  useDocumentTitle('Shared image');
  const query = useQuery(sharedImageQuery(token));
  useRefetchOnReconnect(query);
  const refusal = query.error instanceof ApiError ? query.error.status : null;
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <meta name="robots" content="noindex" />
      {refusal === 410 ? (
        <LinkState icon={<Hourglass />} title="This link has ended">
          Its time is over, or whoever shared the image ended it. Ask them for a new one.
        </LinkState>
      ) : refusal === 404 || refusal === 422 ? (
        <LinkState icon={<Link2 />} title="This link doesn’t exist">
          Check that you have all of it.
        </LinkState>
      ) : (
        <QueryState
          query={query}
          skeleton={<PageSkeleton />}
          failed="Couldn’t open the image"
          offline="The image opens once you’re online."
          as="page"
        >
          {(image) => <OpenImage token={token} image={image} />}
        </QueryState>
      )}
    </main>
  );
}

function LinkState({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  return (
    <div className="grid flex-1 place-content-center">
      <ScreenState as="page" announce="politely" icon={icon} title={title}>
        {children}
      </ScreenState>
    </div>
  );
}

const FRAME =
  'mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 px-4 pt-[calc(1rem+var(--safe-top))] pb-[max(--spacing(4),var(--safe-bottom))] sm:px-6';

function OpenImage({ token, image }: { token: string; image: SharedImage }) {
  const { width, height, expires_at: expiresAt } = image;
  const [revealed, setRevealed] = useState(!image.is_sensitive);
  const madeBy = madeByLabel(image.is_ai);
  const [busy, setBusy] = useState<'download' | 'share' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const take = async (how: 'download' | 'share') => {
    setBusy(how);
    setFailure(null);
    try {
      const blob = await fetchImage(fileUrl(token, 'original'));
      const file = new File([blob], `image-${isoDay(Date.now())}.${EXTENSIONS[image.content_type]}`, { type: image.content_type });
      if (how === 'download') saveFile(file);
      else await shareFile(file);
    } catch (error) {
      setFailure(describeFailure(error).detail);
    }
    setBusy(null);
  };
  return (
    // As wide as the image, so that the buttons and the title have its edges.
    <div className={FRAME} style={{ maxWidth: `min(48rem, max(24rem, 68dvh * ${width / height} + 3rem))` }}>
      <header className="flex items-center gap-3">
        <h1 className="flex-1 text-xl font-semibold">Shared image</h1>
        <OfflineIndicator className="shrink-0" />
      </header>
      <div
        className="relative mx-auto w-full overflow-hidden rounded-lg bg-sunken"
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(68dvh * ${width / height})` }}
      >
        <img src={shapedPlaceholder(image.thumbhash, width, height)} alt="" className="absolute inset-0 size-full object-cover" />
        {revealed ? (
          <FallbackImage src={fileUrl(token, 'preview')} alt="Shared image" className="absolute inset-0 size-full" />
        ) : (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/70 p-4 text-center text-white">
            <p>This image is hidden because it may show nudity.</p>
            <Button icon={<Eye aria-hidden className="size-4" />} onClick={() => setRevealed(true)}>
              Show
            </Button>
          </div>
        )}
      </div>
      {failure !== null && (
        <Banner tone="danger" title="Couldn’t get the file">
          <p>{failure}</p>
        </Banner>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        <Button
          size="lg"
          variant="primary"
          loading={busy === 'download'}
          disabledReason={offline}
          icon={<Download aria-hidden className="size-5" />}
          onClick={() => void take('download')}
        >
          Download
        </Button>
        {canShareFiles() && (
          <Button
            size="lg"
            loading={busy === 'share'}
            disabledReason={offline}
            icon={<Share aria-hidden className="size-5" />}
            onClick={() => void take('share')}
          >
            Share
          </Button>
        )}
      </div>
      {madeBy !== null && <p className="text-center text-sm font-medium">{madeBy}</p>}
      <p className="text-center text-sm text-ink-muted">
        Made with AI Image Suite. This link works until <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>: download the image
        before then.
      </p>
    </div>
  );
}

function PageSkeleton() {
  return (
    <Loading label="Loading your image" className={FRAME}>
      <Skeleton className="h-7 w-32" />
      <Skeleton className="mx-auto aspect-square w-full max-w-[68dvh] !rounded-lg" />
      <Skeleton className="h-12" />
    </Loading>
  );
}
