import { Tabs as Radix } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from './cn.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Stands behind the label: how many there are to see to. */
  badge?: ReactNode;
}

interface TabsProps<Value extends string> {
  /** What they divide. */
  label: string;
  tabs: readonly Tab<Value>[];
  /** The open one; it stands in the URL. */
  value: Value;
  onChange: (value: Value) => void;
  /** The open panel. */
  /** What it shows needs the room. */
  slim?: boolean;
  children: ReactNode;
}

/** The parts of one thing. Arrow keys move along them, Enter or Space opens; on a phone they scroll sideways. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, slim = false, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the open one may lie beyond the edge.
    const open = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    const line = list.current?.parentElement;
    if (open && line) line.scrollLeft = open.offsetLeft - line.clientWidth / 2 + open.offsetWidth / 2;
  }, [value]);
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      activationMode="manual"
      className={cn('grid', slim ? 'gap-3' : 'gap-6')}
    >
      <div className="relative -mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0">
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
      <Radix.Content value={value} key={value} className="rounded-md outline-offset-4">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
