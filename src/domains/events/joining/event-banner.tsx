import { useQuery } from '@tanstack/react-query';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { EventSummaryStrip } from './event-summary.tsx';
import { EventStripSkeleton } from './skeletons.tsx';

/** The event to join, above the login or registration form. Shows nothing on failure: the next page explains it. */
export function EventBanner({ code }: { code: string }) {
  const { data, isPending, dataUpdatedAt } = useQuery(joinPreviewQuery(code));
  if (isPending) return <EventStripSkeleton />;
  return data && <EventSummaryStrip event={data} now={dataUpdatedAt} />;
}

/** Whether new people can join by the code. If so, submitting the form also joins. */
export function useIsJoinOpen(code: string | null): boolean {
  const { data } = useQuery({ ...joinPreviewQuery(code ?? ''), enabled: code !== null });
  return data?.admission === 'open';
}
