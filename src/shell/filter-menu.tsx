// Filters of a gallery as chips with a menu.
import type { ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { formatCount } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { Check, ChevronDown, EyeOff } from '#src/ui/icons.ts';

interface SectionFilterProps {
  sections: readonly components['schemas']['Section'][];
  /** The id of the chosen one; null for the whole gallery. */
  value: string | null;
  onChange: (section: string | null) => void;
  side: 'top' | 'bottom';
}

/** Rendered only if the gallery has sections. */
export function SectionFilter({ sections, value, onChange, side }: SectionFilterProps) {
  if (sections.length === 0 && value === null) return null;
  const chosen = sections.find(({ id }) => id === value);
  return (
    <FilterMenu side={side} label="Section" value={value && (chosen?.name ?? 'Selected section')}>
      <FilterChoice chosen={value === null} onSelect={() => onChange(null)}>
        Whole gallery
      </FilterChoice>
      <MenuSeparator />
      {sections.map(({ id, name, audience, photos_count: count }) => (
        <FilterChoice
          key={id}
          chosen={id === value}
          count={count}
          mark={audience === 'organization' && <HiddenMark />}
          onSelect={() => onChange(id)}
        >
          {name}
        </FilterChoice>
      ))}
    </FilterMenu>
  );
}

const HiddenMark = () => (
  <>
    <EyeOff aria-hidden className="size-3.5 text-ink-muted" />
    <span className="sr-only">hidden from guests</span>
  </>
);

interface FilterMenuProps {
  label: string;
  /** The chosen option; null for all. */
  value: string | null;
  side: 'top' | 'bottom';
  children: ReactNode;
}

/** A menu with a chip as its trigger. */
export function FilterMenu({ label, value, side, children }: FilterMenuProps) {
  return (
    <DropdownMenu
      side={side}
      trigger={
        <Button
          size="sm"
          aria-label={value === null ? label : `${label}: ${value}`}
          className={cn(
            '!rounded-full !shadow-none',
            value === null ? 'text-ink-muted' : '!border-accent-text !bg-accent-soft !text-accent-text',
          )}
        >
          <span className="max-w-40 truncate">{value ?? label}</span>
          <ChevronDown aria-hidden className="size-3.5 opacity-70" />
        </Button>
      }
    >
      {children}
    </DropdownMenu>
  );
}

interface FilterChoiceProps {
  chosen: boolean;
  count?: number;
  /** After its name. */
  mark?: ReactNode;
  onSelect: () => void;
  children: string;
}

export function FilterChoice({ chosen, count, mark, onSelect, children }: FilterChoiceProps) {
  return (
    <MenuItem checked={chosen} icon={<Check aria-hidden className={chosen ? 'text-accent-text' : 'invisible'} />} onSelect={onSelect}>
      <span className="flex max-w-64 items-center gap-4">
        <span className={cn('min-w-0 flex-1 truncate', chosen && 'font-semibold')}>{children}</span>
        {mark}
        {count !== undefined && <span className="text-xs text-ink-muted tabular-nums">{formatCount(count)}</span>}
      </span>
    </MenuItem>
  );
}
