/** The cursor options of an infinite query. */
export const cursorPagination = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
};
