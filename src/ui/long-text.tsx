import { useState } from 'react';
import { cn } from './cn.ts';

/** Longer text, in characters, would push the next row off a phone's screen. */
const LONG = 240;

/** Text by a person that may be long: its first lines, and a button that shows the rest. */
export function LongText({ children, className }: { children: string; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = children.length > LONG || children.split('\n').length > 4;
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)] justify-items-start', className)}>
      <p className={cn('wrap-anywhere whitespace-pre-line', isLong && !isOpen && 'line-clamp-4')}>{children}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="relative z-10 rounded-sm py-1 font-medium text-accent-text hover:underline touch:min-h-11"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}
