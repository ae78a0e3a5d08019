import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { shelfQuery } from '#src/domains/generation/queries.ts';
import { useImagesAsChanged } from '#src/domains/generation/results/use-image-actions.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import type { GridList } from '#src/ui/grid/selection.ts';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { toast } from '#src/ui/toast.ts';
import type { ShelfImage } from './shelf-image.ts';
import { filterOf, type ShelfSearch } from './shelf-search.ts';
import { useShelfAsChanged } from './use-shelf-actions.ts';
import { useShelfLikes } from './use-shelf-likes.ts';

const MOST_SELECTED = 200;

/** A shelf as this account sees it: what the server says, with what was changed here laid over it. */
export function useShelf(account: string, owner: ImageOwner, search: ShelfSearch) {
  const query = useInfiniteQuery(shelfQuery(owner, filterOf(search)));
  useRefetchOnReturn(query);
  const asChanged = useShelfAsChanged();
  const generatedAsChanged = useImagesAsChanged();
  const read = useMemo(() => {
    const seen = new Set<string>();
    return (query.data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
  }, [query.data]);
  const eventIds = useMemo(() => [...new Set(read.flatMap(({ event }) => event?.id ?? []))].toSorted().join(' '), [read]);
  const likes = useShelfLikes(account, eventIds);
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
  const selection = useSelection<ShelfImage>({
    list,
    most: MOST_SELECTED,
    isGone: (id) => list.indexOf(id) === -1,
    collect: (first, last) => Promise.resolve(images.slice(first, last + 1)),
    onTooMany: () => toast.info(`No more than ${MOST_SELECTED} images are selected at once`),
    onFailure: (error) => toast.error('Couldn’t load all of these images', { detail: describeFailure(error).detail }),
  });
  return { query, images, list, likes, more, selection };
}

function listOf(images: readonly ShelfImage[]): GridList<ShelfImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return { length: images.length, at: (index) => images[index], indexOf: (id) => places.get(id) ?? -1 };
}
