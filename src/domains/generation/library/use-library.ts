import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { libraryQuery } from '#src/domains/generation/queries.ts';
import { usePatchedImages } from '#src/domains/generation/results/use-image-actions.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import type { GridList } from '#src/ui/grid/selection.ts';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { toast } from '#src/ui/toast.ts';
import type { LibraryImage } from './library-image.ts';
import { filterOf, type LibrarySearch } from './library-search.ts';
import { usePatchedLibrary } from './use-library-actions.ts';
import { useLibraryLikes } from './use-library-likes.ts';

const MAX_SELECTED = 200;

/** A shelf as this account sees it: what the server says, with what was changed here laid over it. */
export function useLibrary(account: string, owner: ImageOwner, search: LibrarySearch) {
  const query = useInfiniteQuery(libraryQuery(owner, filterOf(search)));
  useRefetchOnReconnect(query);
  const asChanged = usePatchedLibrary();
  const generatedAsChanged = usePatchedImages();
  const read = useMemo(() => {
    const seen = new Set<string>();
    return (query.data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
  }, [query.data]);
  const eventIds = useMemo(() => [...new Set(read.flatMap(({ event }) => event?.id ?? []))].toSorted().join(' '), [read]);
  const likes = useLibraryLikes(account, eventIds);
  const { asWished } = likes;
  const images = useMemo(
    () =>
      read.flatMap((each) => {
        const shown = asChanged(each.id, each);
        if (!shown) return [];
        if (!shown.generated) return asWished(shown);
        const generated = generatedAsChanged(shown.id, shown.generated);
        return generated === shown.generated ? shown : generated ? { ...shown, generated } : [];
      }),
    [read, asChanged, asWished, generatedAsChanged],
  );
  const list = useMemo(() => listOf(images), [images]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  const selection = useSelection<LibraryImage>({
    list,
    max: MAX_SELECTED,
    isGone: (id) => list.indexOf(id) === -1,
    collect: (first, last) => Promise.resolve(images.slice(first, last + 1)),
    onTooMany: () => toast.info(`No more than ${MAX_SELECTED} images are selected at once`),
    onFailure: (error) => toast.error('Couldn’t load all of these images', { detail: describeFailure(error).detail }),
  });
  return { query, images, list, likes, more, selection };
}

function listOf(images: readonly LibraryImage[]): GridList<LibraryImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return { length: images.length, at: (index) => images[index], indexOf: (id) => places.get(id) ?? -1 };
}
