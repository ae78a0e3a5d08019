// Reports the current photo, or shows the report that the organization hasn't decided on. Loaded on demand: a report needs a connection anyway.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import ReportForm from '#src/shell/report-dialog.tsx';
import { reportReasons } from '#src/shell/report-reasons.ts';
import { call } from '#src/transport/call.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';

export default function ReportPhoto({ photo }: { photo: Photo }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="px-5 pb-5">
      <Button size="sm" onClick={() => setOpen(true)}>
        Report this photo
      </Button>
      {isOpen && <ReportDialog photo={photo} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ReportDialog({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const path = { id: photo.event_id, photoId: photo.id };
  const queryKey = ['photos', photo.event_id, 'report', photo.id] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call('GET /api/v1/event/{id}/photos/{photoId}/report', { path, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    gcTime: 0,
  });
  const send = async ({ reason, text }: { reason: keyof typeof reportReasons; text: string }) => {
    await call('PUT /api/v1/event/{id}/photos/{photoId}/report', { path, body: { reason, text } });
    await client.invalidateQueries({ queryKey });
  };
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /api/v1/event/{id}/photos/{photoId}/report', { path }),
    onSuccess() {
      toast.success('Report withdrawn');
      onClose();
    },
    onError: (error) => toast.error('Couldn’t withdraw the report', { detail: describeFailure(error).detail }),
  });
  const report = query.data;
  if (report === null || (report && report.state !== 'open')) return <ReportForm send={send} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Report this photo"
      footer={
        <>
          {report && (
            <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Withdraw report
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={
          <Loading label="Loading your report">
            <Skeleton className="h-16" />
          </Loading>
        }
        failed="Couldn’t load your report"
        offline="Reporting a photo needs a connection."
      >
        {(one) =>
          one && (
            <div className="grid gap-2 text-sm">
              <p>
                You reported it on {formatDateTime(one.created_at)}: “{reportReasons[one.reason]}”. {one.text}
              </p>
              <p>The organization hasn’t decided yet.</p>
            </div>
          )
        }
      </QueryState>
    </Dialog>
  );
}
