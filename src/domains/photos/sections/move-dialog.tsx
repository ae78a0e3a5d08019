// Moves selected photos to a section. Loaded on demand: it needs a connection.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateCachedPhotos } from '#src/domains/photos/gallery-cache.ts';
import { pluralize } from '#src/lib/format.ts';
import { useConnection, NEEDS_CONNECTION } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { invalidateSections, movePhotos } from './queries.ts';
import { sectionsQuery } from './sections-query.ts';

export interface MoveDialogProps {
  eventId: string;
  account: string;
  photoIds: readonly string[];
  onMoved: () => void;
  onClose: () => void;
}

const NONE = 'none';

export default function MoveDialog({ eventId, account, photoIds, onMoved, onClose }: MoveDialogProps) {
  const client = useQueryClient();
  const query = useQuery(sectionsQuery(eventId));
  const [chosen, setChosen] = useState('');
  const [moving, setMoving] = useState(false);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const to = { eventId, account };

  const send = async (ids: readonly string[], sectionId: string | null) => {
    const { photos, previous } = await movePhotos(to, ids, sectionId);
    updateCachedPhotos(client, account, eventId, photos);
    void invalidateSections(client, eventId);
    return previous;
  };
  const undo = async (previous: Awaited<ReturnType<typeof send>>) => {
    try {
      for (const { ids, section_id: from } of previous) await send(ids, from);
    } catch (error) {
      toast.error('Couldn’t move the photos back', { detail: describeFailure(error).detail });
    }
  };
  const move = async () => {
    const section = query.data?.find(({ id }) => id === chosen);
    setMoving(true);
    try {
      const previous = await send(photoIds, section?.id ?? null);
      const count = previous.reduce((sum, { ids }) => sum + ids.length, 0);
      const title = section
        ? `${pluralize(count, 'photo', 'photos')} moved to “${section.name}”`
        : `${pluralize(count, 'photo', 'photos')} moved out of sections`;
      toast.show(title, count > 0 ? { action: { label: 'Undo', onClick: () => void undo(previous) } } : {});
      onMoved();
      onClose();
    } catch (error) {
      toast.error('Couldn’t move the photos', { detail: describeFailure(error).detail });
      setMoving(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Move to section"
      description={`Choose where to move ${pluralize(photoIds.length, 'photo', 'photos')}. Guests don’t see photos in hidden sections.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={moving}
            disabledReason={offline || (chosen === '' && 'Choose a section.')}
            onClick={() => void move()}
          >
            Move
          </Button>
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={
          <Loading label="Loading the sections">
            <Skeleton className="h-24" />
          </Loading>
        }
        failed="Couldn’t load the sections"
        offline="Sections need a connection."
      >
        {(sections) => (
          <>
            {sections.length === 0 && (
              <p className="pb-3 text-sm text-ink-muted">This gallery has no sections yet. Create them where you manage the event.</p>
            )}
            <RadioGroup
              legend="Section"
              columns={1}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              options={[
                ...sections.map(({ id, name, audience, photos_count: count }) => ({
                  value: id,
                  label: name,
                  help: `${pluralize(count, 'photo', 'photos')}${audience === 'organization' ? ', hidden from guests' : ''}`,
                })),
                { value: NONE, label: 'No section' },
              ]}
            />
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
