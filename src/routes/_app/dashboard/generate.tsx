import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseComposePrefill, composePrefillKeys, type ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { GenerateScreen } from '#src/domains/generation/generate-screen.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ConfirmEmailNote = lazyPart(
  async () => ({ default: (await import('#src/domains/accounts/settings/confirm-email-note.tsx')).ConfirmEmailNote }),
  { name: 'Confirming your email address' },
);

type GenerateSearch = ComposePrefill & { image?: string };

export const Route = createFileRoute('/_app/dashboard/generate')({
  validateSearch: validateSearch([...composePrefillKeys, 'image'], ({ image, ...raw }: Record<string, unknown>): GenerateSearch => ({
    ...parseComposePrefill(raw),
    ...(typeof image === 'string' && { image }),
  })),
  component: GeneratePage,
});

function GeneratePage() {
  const { image, ...from } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const onCompose = useCallback((next: ComposePrefill) => void navigate({ search: next, replace: true, resetScroll: false }), [navigate]);
  if (!user) return null;
  return (
    <GenerateScreen
      key={user.id}
      account={user.id}
      owner={null}
      from={from}
      openId={image}
      confirmEmail={<ConfirmEmailNote user={user} then="Models that cost the platform money need a confirmed address." />}
      onCompose={onCompose}
      onOpen={(next) => void navigate({ search: { image: next }, replace: image !== undefined, resetScroll: false })}
    />
  );
}
