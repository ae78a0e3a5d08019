// Joining without an account: a name if the event requires one, and one button.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { knownGuests, type GuestJoin } from '#src/session/guests.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Form, TextField } from '#src/ui/form.tsx';
import { Camera, Images } from '#src/ui/icons.ts';
import type { JoinPreview } from './join-state.ts';

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter your name.'), v.maxLength(100, 'At most 100 characters.')),
});

/** Guests stored on this phone. The list does not change while the page is open. */
const guestsQuery = { queryKey: ['events', 'join', 'guests'], queryFn: knownGuests, staleTime: Infinity, gcTime: 0 };

export type GuestJoiner = Omit<GuestJoin, 'code'>;

interface GuestEntryProps {
  preview: JoinPreview;
  joining: boolean;
  onJoin: (guest: GuestJoiner) => void;
}

/** For events closed to new people: the only way back for guests of this phone who already joined. */
export function ReturningGuest({ preview, joining, onJoin }: GuestEntryProps) {
  const [latest] = useQuery(guestsQuery).data ?? [];
  return (
    latest && <Enter preview={preview} joining={joining} label={`Continue as ${latest.name}`} onClick={() => onJoin({ as: latest })} />
  );
}

/** Join options for people without an account. */
export default function GuestEntry({ preview, joining, onJoin }: GuestEntryProps) {
  const { data: guests, isPending } = useQuery(guestsQuery);
  const [asNewGuest, setAsNewGuest] = useState(false);
  if (isPending) return <div aria-hidden className="h-12" />;
  const [latest] = guests ?? [];
  if (latest && !asNewGuest) {
    return (
      <>
        <Enter preview={preview} joining={joining} label={`Continue as ${latest.name}`} onClick={() => onJoin({ as: latest })} />
        <Button size="lg" className="w-full" onClick={() => setAsNewGuest(true)}>
          Not {latest.name}?
        </Button>
      </>
    );
  }
  return preview.join_identity === 'name' ? (
    <NameForm preview={preview} joining={joining} onJoin={onJoin} />
  ) : (
    <Enter preview={preview} joining={joining} label="Continue as guest" onClick={() => onJoin({})} />
  );
}

function NameForm({ preview, joining, onJoin }: GuestEntryProps) {
  const form = useAppForm(schema, { defaultValues: { name: '' }, submit: async ({ name }) => onJoin({ name }) });
  return (
    <Form form={form} failureTitle="Couldn’t join the event" className="grid gap-3">
      <TextField name="name" label="Your name" autoComplete="name" enterKeyHint="go" maxLength={100} />
      <Enter preview={preview} joining={joining} label="Continue as guest" />
    </Form>
  );
}

interface EnterProps {
  preview: JoinPreview;
  joining: boolean;
  label: string;
  onClick?: () => void;
}

function Enter({ preview, joining, label, onClick }: EnterProps) {
  const Icon = preview.takes_photos ? Camera : Images;
  return (
    <Button
      type={onClick ? 'button' : 'submit'}
      variant="primary"
      size="lg"
      className="w-full"
      loading={joining}
      icon={<Icon aria-hidden className="size-5" />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
