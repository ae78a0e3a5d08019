import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { useEventTheme } from '#src/shell/use-event-theme.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { ApiError } from '#src/transport/problem.ts';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { Lock } from '#src/ui/icons.ts';
import { describeWait } from './picks.ts';
import { type SharedGallery, sharedGalleryQuery, unlockGallery } from './queries.ts';

const schema = v.object({ password: v.pipe(v.string(), v.nonEmpty('Enter the password.')) });
type Values = v.InferOutput<typeof schema>;

const waitMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 429 && error.retryAfter !== null
    ? `Too many attempts. Try again in ${describeWait(error.retryAfter)}.`
    : null;

interface UnlockFormProps {
  token: string;
  organization: SharedGallery['organization'];
}

/** The password of a link. */
export function UnlockForm({ token, organization }: UnlockFormProps) {
  useEventTheme(organization);
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => screen.current?.querySelector('input')?.focus(), []);
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
    <div ref={screen} className="mx-auto grid w-full max-w-sm flex-1 content-center gap-6 px-4 py-12">
      <div className="grid justify-items-center gap-2 text-center">
        {organization.branding.logo_url ? (
          <FallbackImage src={apiUrl(organization.branding.logo_url)} alt="" className="mb-2 h-14 max-w-48 object-contain" />
        ) : (
          <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-full bg-hover text-ink-muted">
            <Lock className="size-6" />
          </span>
        )}
        <p className="text-sm font-medium text-ink-muted wrap-anywhere">{organization.name}</p>
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
