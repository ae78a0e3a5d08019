import { session, type Snapshot } from '#src/session/store.ts';
import { api } from '#src/transport/client.ts';
import { imageForm } from '#src/transport/image-form.ts';
import { unwrap } from '#src/transport/problem.ts';
import { PictureControls } from './picture-controls.tsx';

/** The same one wherever the person is shown. */
export function OwnPictureControls({ user }: { user: Snapshot['user'] }) {
  return (
    <PictureControls
      title="Picture"
      noun="picture"
      hint="JPEG, PNG, WebP, AVIF or HEIC, up to 5 MB. We’ll crop it square. People in your organizations and events can see it."
      url={user.avatar_url ?? null}
      disabledReason={null}
      upload={async (picture) => {
        await session.signIn(unwrap(await api.POST('/api/v1/auth/avatar', imageForm(picture))));
      }}
      remove={async () => {
        await session.signIn(unwrap(await api.DELETE('/api/v1/auth/avatar')));
      }}
    />
  );
}
