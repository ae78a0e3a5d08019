import { Tabs as Radix } from 'radix-ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from '#src/ui/icons.ts';
import { cn } from './cn.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Shown after the label: the number of items to look at. */
  badge?: ReactNode;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Value>[];
  /** The open tab; also part of the URL. */
  value: Value;
  onChange: (value: Value) => void;
  /** The panel needs the full width. */
  slim?: boolean;
  /** The open panel. */
  children: ReactNode;
}

type HiddenEdges = 'none' | 'start' | 'end' | 'both';

/** Whether tabs are hidden beyond an edge. Fractions of a pixel don't count. */
function hiddenEdges({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): HiddenEdges {
  const start = scrollLeft > 1;
  const end = scrollLeft < scrollWidth - clientWidth - 1;
  return start && end ? 'both' : start ? 'start' : end ? 'end' : 'none';
}

const isHidden = (hidden: HiddenEdges, edge: 'start' | 'end'): boolean => hidden === edge || hidden === 'both';

/** Hidden tabs fade out behind an arrow, which shows that there are more even if the edge falls between two tabs. */
const fade: Record<HiddenEdges, string> = {
  none: '',
  start: 'fade-start',
  end: 'fade-end',
  both: 'fade-start fade-end',
};

/** Views of one thing. Arrow keys move along the tabs, Enter or Space opens; on a phone they scroll sideways. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, slim = false, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<HiddenEdges>('none');
  useEffect(() => {
    const scrolled = line.current;
    if (!scrolled) return undefined;
    const show = () => {
      // On a phone the open tab may be beyond the edge.
      const open = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
      if (open) scrolled.scrollLeft = open.offsetLeft - scrolled.clientWidth / 2 + open.offsetWidth / 2;
      setHidden(hiddenEdges(scrolled));
    };
    show();
    // After a rotation of the phone, or a longer label.
    const sizes = new ResizeObserver(show);
    for (const part of [scrolled, list.current]) if (part) sizes.observe(part);
    return () => sizes.disconnect();
  }, [value]);
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      activationMode="manual"
      className={cn('grid grid-cols-[minmax(0,1fr)]', slim ? 'gap-3' : 'gap-6')}
    >
      <div className="relative -mx-4 text-ink-muted sm:mx-0">
        {isHidden(hidden, 'start') && (
          <ChevronLeft aria-hidden data-more="start" className="pointer-events-none absolute inset-y-0 left-0 my-auto size-4" />
        )}
        {isHidden(hidden, 'end') && (
          <ChevronRight aria-hidden data-more="end" className="pointer-events-none absolute inset-y-0 right-0 my-auto size-4" />
        )}
        <div
          ref={line}
          onScroll={(scroll) => setHidden(hiddenEdges(scroll.currentTarget))}
          className={cn('relative overflow-x-auto px-4 [scrollbar-width:none] sm:px-0', fade[hidden])}
        >
          <Radix.List ref={list} aria-label={label} className="flex w-max min-w-full gap-1 border-b border-line">
            {tabs.map((tab) => (
              <Radix.Trigger
                key={tab.value}
                value={tab.value}
                data-tab={tab.value}
                className={cn(
                  'relative inline-flex h-11 items-center gap-2 rounded-t-sm px-3 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink',
                  'after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full data-[state=active]:text-ink data-[state=active]:after:bg-accent',
                  'focus-visible:-outline-offset-2 focus-visible:shadow-none',
                )}
              >
                {tab.label}
                {tab.badge}
              </Radix.Trigger>
            ))}
          </Radix.List>
        </div>
      </div>
      <Radix.Content value={value} key={value} className="rounded-md outline-offset-4">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
