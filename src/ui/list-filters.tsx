import type { ReactNode } from 'react';

/** Search and filters above a list: the search in a line of its own on a phone, the filters sharing the next. */
export function ListFilters({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-[1_1_8.5rem] [&>form]:min-w-56 [&>form]:flex-1 max-sm:[&>form]:basis-full sm:[&>form]:max-w-md">
      {children}
    </div>
  );
}
