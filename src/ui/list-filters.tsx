import type { ReactNode } from 'react';

/** Search and filters above a list. On a phone the search has its own line, and the filters share the next, each as wide as its selected option. */
export function ListFilters({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 [&_select]:field-sizing-content max-sm:*:max-w-full max-sm:*:flex-auto [&>form]:min-w-56 [&>form]:flex-1 max-sm:[&>form]:basis-full sm:[&>form]:max-w-md">
      {children}
    </div>
  );
}
