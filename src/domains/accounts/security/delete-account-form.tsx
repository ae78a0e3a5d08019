import { useQuery } from '@tanstack/react-query';
import { check, forward, nonEmpty, object, pipe, string, type InferOutput } from 'valibot';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { listPendingPhotos } from '#src/outbox/queue.ts';
import { logout } from '#src/session/actions.ts';
import { forgetGuest } from '#src/session/guests.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { addDeletedAccount } from '#src/transport/session-db.ts';
import { Banner } from '#src/ui/banner.tsx';
import { RadioField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  isComplete,
  PASSWORD_MISSING,
  proofEntries,
  proofFieldByCode,
  ProofFields,
  toOwnerProof,
  useProofDefaults,
} from './owner-proof.tsx';

// No default: both choices are irreversible.
const NOT_CHOSEN = 'Choose what happens to your photos.';
const photos = pipe(string(NOT_CHOSEN), nonEmpty(NOT_CHOSEN));
const guestSchema = object({ photos, ...proofEntries });
const schema = pipe(
  guestSchema,
  forward(
    check((values) => isComplete(values), PASSWORD_MISSING),
    ['password'],
  ),
);
type Values = InferOutput<typeof schema>;

const EMPTY: Values = { photos: '', by: 'password', password: '', code: '' };

const photoOptions = [
  { value: 'keep', label: 'Keep them in their events', help: 'They stay in the galleries without your name.' },
  { value: 'delete', label: 'Delete them', help: 'They’re removed from all galleries immediately, and from our storage within a day.' },
] as const;

interface DeleteAccountFormProps {
  account: string;
  isGuest: boolean;
  /** Number of photos; null if unknown. */
  photos: number | null;
  onClose: () => void;
}

export default function DeleteAccountForm({ account, isGuest, photos: count, onClose }: DeleteAccountFormProps) {
  const waiting = useQuery({
    queryKey: ['accounts', 'waiting-here', account],
    queryFn: async () => (await listPendingPhotos(account)).length,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const start = useProofDefaults();
  return (
    <SheetForm<Values, unknown>
      title="Delete account"
      description="You can’t undo this. Your name, email address and memberships are erased, and you’re logged out on all devices."
      schema={isGuest ? guestSchema : schema}
      values={waiting.isPending ? undefined : isGuest ? EMPTY : start.values && { ...EMPTY, ...start.values }}
      query={start.query}
      offline="This needs a connection."
      submitLabel="Delete account"
      destructive
      failureTitle="Couldn’t delete your account"
      fieldByCode={proofFieldByCode}
      submit={async ({ photos: choice, ...proof }) => {
        const body = { photos: choice === 'delete' ? 'delete' : 'keep', ...(!isGuest && (await toOwnerProof(proof))) } as const;
        return unwrap(await api.POST('/api/v1/auth/account/delete', { body }));
      }}
      onDone={async () => {
        await addDeletedAccount(account);
        await forgetGuest(account);
        await logout();
        toast.success('Your account was deleted');
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {waiting.data !== undefined && waiting.data > 0 && (
          <Banner tone="warning" title={`${pluralize(waiting.data, 'photo', 'photos')} waiting on this ${deviceLabel}`}>
            Once your account is deleted, they can’t be uploaded. Upload them first. Afterwards, you can only export them from this{' '}
            {deviceLabel}.
          </Banner>
        )}
        <RadioField name="photos" label={!count ? 'Your photos' : `Your ${pluralize(count, 'photo', 'photos')}`} options={photoOptions} />
        {!isGuest && <ProofFields />}
      </div>
    </SheetForm>
  );
}
