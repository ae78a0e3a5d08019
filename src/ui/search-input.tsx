import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Search, X } from '#src/ui/icons.ts';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

interface SearchInputProps {
  /** Its accessible name. */
  label: string;
  placeholder?: string;
  /** The current search, from the URL. */
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
  className?: string;
  /** False for a second search: a screen has one that the shortcut focuses. */
  isLandmark?: boolean;
}

/** Long enough to type a word in one go, short enough to feel immediate. */
const DEBOUNCE_MS = 300;

/** Searches when typing pauses, at once on Enter. */
export function SearchInput({ label, placeholder, value, onSearch, maxLength = 100, className, isLandmark = true }: SearchInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useEffectEvent((wanted: string) => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    onSearch(wanted);
  });

  useEffect(() => {
    // Changed from outside: cleared filters, the back button.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <form
      role={isLandmark ? 'search' : undefined}
      className={cn('relative', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted === sent.current) return;
        sent.current = wanted;
        onSearch(wanted);
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-muted" />
      <Input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        className={cn('pl-9 text-ellipsis', text !== '' && 'pr-10')}
      />
      {text !== '' && (
        <span className="absolute inset-y-0 right-1 flex items-center">
          <IconButton
            label="Clear search"
            size="sm"
            icon={<X aria-hidden className="size-4" />}
            onClick={() => {
              setText('');
              sent.current = '';
              onSearch('');
            }}
          />
        </span>
      )}
    </form>
  );
}
