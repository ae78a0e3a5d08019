import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { Lock } from '#src/ui/icons.ts';
import { describeWait } from './picks.ts';
import { sharedGalleryQuery, unlockGallery } from './queries.ts';

const schema = v.object({ password: v.pipe(v.string(), v.nonEmpty('Enter the password.')) });
type Values = v.InferOutput<typeof schema>;

const waitMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 429 && error.retryAfter !== null
    ? `Too many attempts. Try again in ${describeWait(error.retryAfter)}.`
    : null;

/** The password of a link. */
export function UnlockForm({ token }: { token: string }) {
  const client = useQueryClient();
  const offline = useConnection() !== 'online';
  const form = useAppForm<Values>(schema, {
    defaultValues: { password: '' },
    fieldByCode: { wrong_link_password: 'password' },
    messageOf: waitMessage,
    submit: async ({ password }) => {
      await unlockGallery(token, password);
      await client.invalidateQueries({ queryKey: sharedGalleryQuery(token).queryKey });
    },
  });
  return (
    <div className="mx-auto grid w-full max-w-sm flex-1 content-center gap-6 px-4 py-12">
      <div className="grid justify-items-center gap-2 text-center">
        <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-full bg-hover text-ink-muted">
          <Lock className="size-6" />
        </span>
        <h1 className="text-2xl font-semibold text-balance">This gallery has a password</h1>
        <p className="text-ink-muted text-balance">Enter the one you were given with the link.</p>
      </div>
      <Form form={form} failureTitle="Couldn’t open the gallery">
        <TextField name="password" type="password" label="Password" maxLength={100} autoComplete="off" />
        <SubmitButton disabledReason={offline ? NEEDS_CONNECTION : null}>Open gallery</SubmitButton>
      </Form>
    </div>
  );
}
