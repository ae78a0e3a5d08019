// Reported photos: the reports of each together, and the decision.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { listReportedPhotosParameters } from '#openapi/lists.ts';
import { useEventZone } from '#src/domains/photos/labels.ts';
import { formatDateTime } from '#src/lib/format.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { defineList } from '#src/shell/define-list.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import { reportReasons } from '#src/shell/report-reasons.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { TriangleAlert } from '#src/ui/icons.ts';
import { OriginalMark } from './moderation-picture.tsx';
import { PhotoDialog } from './preview-dialog.tsx';

type Schemas = components['schemas'];
type ReportedPhoto = Schemas['ReportedPhoto'];
export type ReportedSearch = ListSearch<typeof listReportedPhotosParameters>;

/** Open ones reported earliest first, decided ones decided latest first. While a decision is sent, its photo is in neither list. */
export const reportedPhotos = defineList('/api/v1/event/{id}/reports', listReportedPhotosParameters, {
  key: ['photos', 'reported'],
  keyOf: ({ photo }) => photo.id,
  limit: 25,
});

interface Decision {
  photoId: string;
  decisionId: string;
  decision: 'keep' | 'remove';
}

function useDecision(eventId: string) {
  const client = useQueryClient();
  const settle = async () => {
    await Promise.all([reportedPhotos.invalidate(client, eventId), client.invalidateQueries({ queryKey: ['photos', eventId] })]);
  };
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
  const change = { item, settle, apply: ({ photoId }: Decision) => reportedPhotos.overlay.add(photoId, null) };
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

interface ReportedPhotosProps {
  eventId: string;
  search: ReportedSearch;
  onSearch: (change: Partial<ReportedSearch>) => void;
}

export function ReportedPhotos({ eventId, search, onSearch }: ReportedPhotosProps) {
  const list = useResourceList(reportedPhotos, { search, onSearch }, eventId);
  const actions = useDecision(eventId);
  const state = search.state ?? 'open';
  const shown = list.query.data ? list.itemsOf(list.query.data) : [];
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <section aria-label="Reported photos" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ChoiceChips
        legend="Reports to show"
        value={state}
        onChange={(value) => list.show({ state: value === 'open' ? undefined : value, cursor: undefined })}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'decided', label: 'Decided' },
        ]}
      />
      <ResourceList
        list={list}
        label="Reported photos"
        nouns={['photo', 'photos']}
        failed="Couldn’t load the reports"
        offline="Reports need a connection."
        columns={columnsOf({ ...actions, disabledReason: list.disabledReason, onOpen: setOpenId })}
        empty={
          <EmptyState icon={<TriangleAlert />} title={state === 'open' ? 'No reported photos' : 'No decisions yet'}>
            Everyone who sees a photo can report it, also visitors of gallery links. You decide whether it stays.
          </EmptyState>
        }
      />
      <PhotoDialog photo={shown.find(({ photo }) => photo.id === openId)?.photo} onClose={() => setOpenId(null)} />
    </section>
  );
}

interface ReportedProps extends ReturnType<typeof useDecision> {
  reported: ReportedPhoto;
  disabledReason: string | null;
  onOpen: (photoId: string) => void;
}

const columnsOf = (props: Omit<ReportedProps, 'reported'>): Column<ReportedPhoto>[] => [
  {
    head: 'Photo',
    part: 'title',
    cell: (reported) => <Reported reported={reported} {...props} />,
  },
];

function Reported({ reported, disabledReason, onOpen, decide, undo }: ReportedProps) {
  const { photo, is_deleted: isDeleted, decision_id: decisionId, reports } = reported;
  const zone = useEventZone();
  const about = `the photo by ${photo.uploader.name}`;
  const choose = (decision: Decision['decision']) => decide({ photoId: photo.id, decision, decisionId: crypto.randomUUID() });
  return (
    <article aria-label={`Photo by ${photo.uploader.name}`} className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <button
        type="button"
        aria-label={`View ${about}`}
        aria-haspopup="dialog"
        onClick={() => onOpen(photo.id)}
        className="cursor-zoom-in justify-self-start rounded-md"
      >
        <MediaImage
          src={photoUrl(photo, 'thumb')}
          alt={`Photo by ${photo.uploader.name}, ${uploadedPrefix(photo).toLowerCase()}${formatDateTime(photo.taken_at, zone)}`}
          className="aspect-square w-40 rounded-md bg-sunken object-cover"
        />
      </button>
      <div className="grid content-start gap-3">
        <OriginalMark photo={photo} />
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
              <Button
                size="sm"
                variant="danger"
                aria-label={`Remove ${about}`}
                disabledReason={disabledReason}
                onClick={() => choose('remove')}
              >
                Remove photo
              </Button>
              <Button size="sm" aria-label={`Keep ${about}`} disabledReason={disabledReason} onClick={() => choose('keep')}>
                Keep photo
              </Button>
            </>
          ) : (
            <Button
              size="sm"
              aria-label={`Undo the decision on ${about}`}
              disabledReason={disabledReason}
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
