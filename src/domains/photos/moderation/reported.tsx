// Reported photos: the reports of each together, and the decision.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { useEventZone } from '#src/domains/photos/labels.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { reportReasons } from '#src/shell/report-reasons.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { TriangleAlert } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

type Schemas = components['schemas'];
type ReportedPhoto = Schemas['ReportedPhoto'];
type State = 'open' | 'decided';

export const reportedQuery = (eventId: string, state: State) =>
  queryOptions({
    queryKey: ['photos', eventId, 'reported', state] as const,
    queryFn: ({ signal }) => callInOrganization('GET /api/v1/event/{id}/reports', { path: { id: eventId }, query: { state }, signal }),
  });

interface Decision {
  photoId: string;
  decisionId: string;
  decision: 'keep' | 'remove';
}

/** What waits for an answer: shown as decided already. */
const overlay = createOverlay<ReportedPhoto>();

function useDecision(eventId: string) {
  const client = useQueryClient();
  const settle = () => client.invalidateQueries({ queryKey: ['photos', eventId] });
  const item = ({ photoId }: Decision) => photoId;
  const send = ({ photoId, decisionId, decision }: Decision) =>
    callInOrganization('POST /api/v1/event/{id}/photos/{photoId}/reports/decide', {
      path: { id: eventId, photoId },
      body: { decision_id: decisionId, decision },
    });
  const reopen = ({ photoId, decisionId }: Decision) =>
    callInOrganization('POST /api/v1/event/{id}/photos/{photoId}/reports/reopen', {
      path: { id: eventId, photoId },
      body: { decision_id: decisionId },
    });
  const change = { item, settle, apply: ({ photoId }: Decision) => overlay.add(photoId, null) };
  const decide = optimisticMutation<Decision>({
    ...change,
    send,
    revert: reopen,
    done: ({ decision }) => (decision === 'remove' ? 'Photo removed' : 'Photo kept'),
    failed: 'Couldn’t save the decision',
  });
  const undo = optimisticMutation<Decision>({
    ...change,
    send: reopen,
    done: () => 'Decision undone',
    failed: 'Couldn’t undo the decision',
  });
  return { decide, undo };
}

export function ReportedPhotos({ eventId }: { eventId: string }) {
  const [state, setState] = useState<State>('open');
  const query = useQuery(reportedQuery(eventId, state));
  useRefetchOnReconnect(query);
  return (
    <section aria-label="Reported photos" className="grid gap-4">
      <ChoiceChips
        legend="Reports to show"
        value={state}
        onChange={setState}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'decided', label: 'Decided' },
        ]}
      />
      <QueryState
        query={query}
        skeleton={
          <Loading label="Loading the reports" className="grid gap-4">
            {Array.from({ length: 3 }, (_, index) => (
              <Skeleton key={index} className="h-40" />
            ))}
          </Loading>
        }
        failed="Couldn’t load the reports"
        offline="Reports need a connection."
      >
        {({ items }) => <ReportList key={state} items={items} eventId={eventId} state={state} />}
      </QueryState>
    </section>
  );
}

function ReportList({ items, eventId, state }: { items: readonly ReportedPhoto[]; eventId: string; state: State }) {
  const patched = overlay.usePatched();
  const actions = useDecision(eventId);
  const shown = items.filter((one) => patched(one.photo.id, one) !== null);
  if (shown.length === 0) {
    return (
      <EmptyState icon={<TriangleAlert />} title={state === 'open' ? 'No reported photos' : 'No decisions yet'}>
        Everyone who sees a photo can report it, also visitors of gallery links. You decide whether it stays.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4">
      {shown.map((one) => (
        <li key={one.photo.id}>
          <Reported reported={one} {...actions} />
        </li>
      ))}
    </ul>
  );
}

interface ReportedProps extends ReturnType<typeof useDecision> {
  reported: ReportedPhoto;
}

function Reported({ reported: { photo, is_deleted: isDeleted, decision_id: decisionId, reports }, decide, undo }: ReportedProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const zone = useEventZone();
  const about = `the photo by ${photo.uploader.name}`;
  const choose = (decision: Decision['decision']) => decide({ photoId: photo.id, decision, decisionId: crypto.randomUUID() });
  return (
    <article
      aria-label={`Photo by ${photo.uploader.name}`}
      className="grid gap-4 rounded-lg border border-line p-4 sm:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <MediaImage
        src={apiUrl(`/api/v1/event/${photo.event_id}/photos/${photo.id}/thumb`)}
        alt={`Photo by ${photo.uploader.name}, ${formatDateTime(photo.taken_at, zone)}`}
        className="aspect-square w-40 rounded-md bg-sunken object-cover"
      />
      <div className="grid content-start gap-3">
        <ul className="grid gap-3 text-sm">
          {reports.map((report) => (
            <li key={report.id} className="grid gap-0.5 wrap-anywhere">
              <p className="font-medium">{reportReasons[report.reason]}</p>
              {report.text !== '' && <p>{report.text}</p>}
              <p className="text-ink-muted">
                {reporterOf(report)}, {formatDateTime(report.created_at, zone)}
                {report.contact !== null && `. Contact: ${report.contact}`}
              </p>
              {report.decided_by !== null && report.decided_at !== null && (
                <p className="text-ink-muted">
                  {report.state === 'removed' ? 'Removed' : 'Kept'} by {report.decided_by}, {formatDateTime(report.decided_at, zone)}
                </p>
              )}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          {decisionId === null ? (
            <>
              <Button size="sm" variant="danger" aria-label={`Remove ${about}`} disabledReason={offline} onClick={() => choose('remove')}>
                Remove photo
              </Button>
              <Button size="sm" aria-label={`Keep ${about}`} disabledReason={offline} onClick={() => choose('keep')}>
                Keep photo
              </Button>
            </>
          ) : (
            <Button
              size="sm"
              aria-label={`Undo the decision on ${about}`}
              disabledReason={offline}
              onClick={() => undo({ photoId: photo.id, decisionId, decision: isDeleted ? 'remove' : 'keep' })}
            >
              Undo decision
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

const reporterOf = ({ reporter, link_name: link }: Schemas['PhotoReport']): string =>
  reporter ? reporter.name : link === null ? 'Someone without an account' : `A visitor of “${link}”`;
