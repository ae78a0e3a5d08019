import { RowCheckbox } from './checkbox.tsx';

/** Rows that several things at once can be done with. */
export interface RowSelection<Item> {
  /** By the rows' keys. Those that are not shown do not count. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** What is selected by its checkbox. */
  nameOf: (item: Item) => string;
  /** Left out: each. */
  canSelect?: (item: Item) => boolean;
}

interface SelectProps<Item> {
  keyOf: (item: Item) => string;
  selection: RowSelection<Item>;
}

export function SelectRow<Item>({ item, keyOf, selection, className }: SelectProps<Item> & { item: Item; className?: string }) {
  const { selected, onChange, nameOf, canSelect } = selection;
  const key = keyOf(item);
  const isSelected = selected.has(key);
  return (
    <RowCheckbox
      label={`Select ${nameOf(item)}`}
      checked={isSelected}
      disabled={canSelect?.(item) === false}
      onChange={() => onChange(new Set(isSelected ? [...selected].filter((other) => other !== key) : [...selected, key]))}
      className={className}
    />
  );
}

/** All rows that are shown. */
export function SelectAll<Item>({ items, keyOf, selection }: SelectProps<Item> & { items: readonly Item[] }) {
  const { selected, onChange, canSelect = () => true } = selection;
  const keys = items.filter(canSelect).map(keyOf);
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <RowCheckbox label="Select all" checked={isAll} disabled={keys.length === 0} onChange={() => onChange(new Set(isAll ? [] : keys))} />
  );
}
