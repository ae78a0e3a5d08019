import type { ReactNode } from 'react';
import { formatCount } from '#src/lib/format.ts';
import type { ListParameters, ListSearch } from '#src/lib/list-search.ts';
import { SearchInput } from './search-input.tsx';
import { Select } from './select.tsx';

/** Search and filters above a list. On a phone the search has its own line, and the filters share the next, each as wide as its selected option. */
export function ListFilters({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 [&_select]:field-sizing-content max-sm:*:max-w-full max-sm:*:flex-auto [&>form]:min-w-56 [&>form]:flex-1 max-sm:[&>form]:basis-full sm:[&>form]:max-w-md">
      {children}
    </div>
  );
}

type Words = string | { readonly name: string };

interface TextFilter {
  label: string;
  placeholder: string;
  /** False for a second search. */
  isLandmark?: false;
}

interface ChoiceFilter<Choice extends string, Flag extends string> {
  label: string;
  /** "Any status": the option without this filter. Left out if the contract has a default, such as the usual order. */
  unset?: string;
  options: Readonly<Partial<Record<Choice, Words>>>;
  /** Flags of the list as further options, such as "Deleted". */
  flags?: Readonly<Partial<Record<Flag, string>>>;
  /** Shown beside the options. */
  counts?: Readonly<Partial<Record<Choice | Flag, number>>>;
  className?: string;
}

/** A search or a select. `name` is the parameter in the URL and of the API. */
export type ListFilter<List extends ListParameters> =
  | { [Name in keyof List['texts'] & string]: TextFilter & { name: Name } }[keyof List['texts'] & string]
  | {
      [Name in keyof List['choices'] & string]: ChoiceFilter<List['choices'][Name][number], List['flags'][number]> & { name: Name };
    }[keyof List['choices'] & string];

interface FilterFieldsProps<List extends ListParameters, Search> {
  list: List;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
  filters: readonly ListFilter<List>[];
}

/** The fields of `ListFilters`, from data. */
export function FilterFields<List extends ListParameters, Search extends ListSearch<List>>({
  list,
  search,
  onSearch,
  filters,
}: FilterFieldsProps<List, Search>) {
  const current: Readonly<Record<string, unknown>> = search;
  const change = (change: Record<string, unknown>) => onSearch(change as Partial<Search>);
  return (filters as readonly ((TextFilter | ChoiceFilter<string, string>) & { name: string })[]).map((filter) => {
    const { name, label } = filter;
    const value = current[name] as string | undefined;
    if (!('options' in filter)) {
      const { placeholder, isLandmark } = filter;
      const texts = { label, placeholder, isLandmark, maxLength: list.texts[name] };
      return <SearchInput key={name} {...texts} value={value ?? ''} onSearch={(text) => change({ [name]: text || undefined })} />;
    }
    const { unset, options, flags = {}, counts, className } = filter;
    const unsetValue = unset === undefined ? list.defaults[name] : 'any';
    const labels = [
      ...(unset === undefined ? [] : [['any', unset] as const]),
      ...Object.entries<Words>({ ...options, ...flags } as Record<string, Words>),
    ];
    return (
      <Select
        key={name}
        aria-label={label}
        className={className}
        options={labels.map(([option, words]) => {
          const text = typeof words === 'string' ? words : words.name;
          const count = counts?.[option];
          return { value: option, label: count ? `${text} (${formatCount(count)})` : text };
        })}
        value={Object.keys(flags).find((flag) => current[flag]) ?? value ?? unsetValue ?? ''}
        onChange={(next) =>
          change({
            [name]: next === unsetValue || next in flags ? undefined : next,
            ...Object.fromEntries(Object.keys(flags).map((flag) => [flag, next === flag || undefined])),
          })
        }
      />
    );
  });
}
