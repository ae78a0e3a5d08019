import { useQuery } from '@tanstack/react-query';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { EventSummaryStrip } from './event-summary.tsx';
import { EventStripSkeleton } from './skeletons.tsx';

/** Which event one is about to enter, above the form that comes first. Where it cannot be told, the page after the form tells why. */
export function EventBanner({ code }: { code: string }) {
  const { data, isPending, dataUpdatedAt } = useQuery(joinPreviewQuery(code));
  if (isPending) return <EventStripSkeleton />;
  return data && <EventSummaryStrip event={data} now={dataUpdatedAt} />;
}

/** Whether the code lets in somebody new: then the form before it is also the joining. */
export function useIsJoinOpen(code: string | null): boolean {
  const { data } = useQuery({ ...joinPreviewQuery(code ?? ''), enabled: code !== null });
  return data?.admission === 'open';
}
