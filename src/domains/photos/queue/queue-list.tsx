import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { QueueRow } from './queue-row.tsx';

/** Below this a plain list is quicker than a virtual one. */
const plainUpTo = 12;
const rowPx = 89;

interface QueueListProps {
  records: readonly PhotoRecord[];
  eventId: string;
}

export function QueueList({ records, eventId }: QueueListProps) {
  if (records.length > plainUpTo) return <VirtualList records={records} eventId={eventId} />;
  return (
    <ul aria-label="Waiting photos" className="divide-y divide-line">
      {records.map((record) => (
        <li key={record.id}>
          <QueueRow record={record} otherEvent={record.eventId !== eventId} />
        </li>
      ))}
    </ul>
  );
}

function VirtualList({ records, eventId }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = element && scrollerOf(element);
    if (scroller) setTop(element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop);
  }, []);
  const virtual = useVirtualizer({
    count: records.length,
    getScrollElement: () => (list.current ? scrollerOf(list.current) : null),
    estimateSize: () => rowPx,
    getItemKey: (index) => records[index]?.id ?? index,
    scrollMargin: top,
    overscan: 3,
  });
  return (
    <ul ref={list} aria-label="Waiting photos" className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const record = records[index];
        return (
          record && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={records.length}
              aria-posinset={index + 1}
              style={{ translate: `0 ${start - top}px` }}
              className="absolute inset-x-0 top-0 border-b border-line"
            >
              <QueueRow record={record} otherEvent={record.eventId !== eventId} />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** The nearest ancestor that scrolls: the sheet's content. */
function scrollerOf(element: Element): Element | null {
  let parent = element.parentElement;
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement;
  return parent;
}
