import { useEffect, useId, useRef, useState } from 'react';
import { formatCount, formatShortCount } from '#src/lib/format.ts';
import { cn } from './cn.ts';

export interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** How many items match. Null while loading: the space is reserved, so that the next chips don't move. */
  count?: number | null;
  /** It can be read, but not chosen. */
  disabled?: boolean;
}

interface ChoiceChipsProps<Value extends string> {
  /** The name of the group, for screen readers. */
  legend: string;
  options: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** On a phone, all options are visible in several rows, instead of scrolling sideways. */
  wraps?: boolean;
}

/** A filter with a few values, each with its count. Radio buttons: one tab stop, arrow keys choose. On a phone they scroll sideways. */
export function ChoiceChips<Value extends string>({ legend, options, value, onChange, wraps }: ChoiceChipsProps<Value>) {
  // Selects the pressed chip at once, even if the new value arrives later through the URL.
  const [shown, setShown] = useState({ value, chosen: value });
  if (shown.value !== value) setShown({ value, chosen: value });
  const name = useId();
  const line = useRef<HTMLDivElement>(null);
  const place = options.findIndex((option) => option.value === value);
  useEffect(() => {
    // On a phone the chosen chip may be beyond the edge, also after another was inserted before it.
    const chosen = line.current?.querySelectorAll('input').item(place)?.parentElement;
    if (line.current && chosen) line.current.scrollLeft = chosen.offsetLeft - line.current.clientWidth / 2 + chosen.offsetWidth / 2;
  }, [place]);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div
        ref={line}
        className={cn(
          'relative flex gap-1.5 py-1 sm:mx-0 sm:flex-wrap sm:px-1',
          wraps ? 'flex-wrap' : 'fade-edge -mx-4 overflow-x-auto px-4 [scrollbar-width:none]',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'relative inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line bg-control px-3 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors touch:h-11',
              'hover:border-line-strong hover:text-ink has-checked:border-accent-text has-checked:bg-accent-soft has-checked:text-accent-text',
              'has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === shown.chosen}
              disabled={option.disabled}
              onChange={() => {
                setShown({ value, chosen: option.value });
                onChange(option.value);
              }}
              className="sr-only"
            />
            {option.label}
            {option.count !== undefined && (
              <span
                className="-mr-1 min-w-[3.5ch] font-normal tabular-nums"
                title={option.count === null ? undefined : formatCount(option.count)}
              >
                {option.count !== null && formatShortCount(option.count)}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
