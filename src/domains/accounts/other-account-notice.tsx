// What others left on this phone: photos that wait for their account, above the form that logs in; below it photos of a deleted account, and people
// without an account, who have no password.
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { resumeGuest } from '#src/session/guests.ts';
import type { Snapshot } from '#src/session/store.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { OrphanedPhotos } from '#src/shell/orphaned-photos.tsx';
import type { GuestKey } from '#src/transport/session-db.ts';
import { Button } from '#src/ui/button.tsx';
import { Lock, UserRound } from '#src/ui/icons.ts';

interface OtherAccounts {
  waiting: readonly { account: string; email: string; count: number }[];
  guests: readonly GuestKey[];
}

export function OtherAccountPhotos({ waiting, guests }: OtherAccounts) {
  return waiting.map(({ account, email, count }) => (
    <p key={account} className="flex gap-3 rounded-lg bg-hover p-4 text-sm">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <span>
        {count === 1 ? '1 photo is' : `${count} photos are`} waiting on this {deviceLabel} for <b className="font-medium">{email}</b>.{' '}
        {guests.some((guest) => guest.account === account) ? 'Continue under that name' : 'Log in with that account'} to upload{' '}
        {count === 1 ? 'it' : 'them'}.
      </span>
    </p>
  ));
}

export function OtherAccountNotice({ guests, onDone }: Pick<OtherAccounts, 'guests'> & { onDone: (snapshot: Snapshot) => void }) {
  return (
    <>
      <OrphanedPhotos />
      <ResumeGuestButtons guests={guests} onDone={onDone} />
    </>
  );
}

/** This phone is what lets them in again. */
function ResumeGuestButtons({ guests, onDone }: ComponentProps<typeof OtherAccountNotice>) {
  const resume = useMutation({ mutationFn: resumeGuest, onSuccess: onDone });
  if (guests.length === 0) return null;
  return (
    <div className="grid gap-3 border-b border-line pb-6">
      {guests.map((guest) => (
        <Button
          key={guest.key}
          size="lg"
          className="w-full"
          icon={<UserRound aria-hidden className="size-5" />}
          loading={resume.isPending && resume.variables.key === guest.key}
          onClick={() => resume.mutate(guest)}
        >
          Continue as {guest.name} (no account)
        </Button>
      ))}
      {resume.error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(resume.error).detail}
        </p>
      )}
    </div>
  );
}
