import { useQuery } from '@tanstack/react-query';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { EventFace, EventFaceSkeleton } from './event-face.tsx';

/** Which event one is about to join, above the form that comes first. Where it cannot be told, the page after the form tells why. */
export function EventBanner({ code }: { code: string }) {
  const { data, isPending, dataUpdatedAt } = useQuery(joinPreviewQuery(code));
  if (isPending) return <EventFaceSkeleton as="banner" />;
  return data && <EventFace as="banner" event={data} now={dataUpdatedAt} />;
}
