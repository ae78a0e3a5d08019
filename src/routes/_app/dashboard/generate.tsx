import { createFileRoute, redirect } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseComposePrefill, composePrefillKeys, type ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { GenerateScreen } from '#src/domains/generation/generate-screen.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { ownOrganizations } from '#src/session/selection.ts';
import { useSession } from '#src/session/use-session.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';

const ConfirmEmailNote = lazyPart(
  async () => ({ default: (await import('#src/domains/accounts/settings/confirm-email-note.tsx')).ConfirmEmailNote }),
  { name: 'Confirming your email address' },
);

type GenerateSearch = ComposePrefill & {
  image?: string;
  /** Whose form a copied recipe was made with. */
  organization?: string;
};

export const Route = createFileRoute('/_app/dashboard/generate')({
  validateSearch: validateSearch(
    [...composePrefillKeys, 'image', 'organization'],
    ({ image, organization, ...raw }: Record<string, unknown>): GenerateSearch => ({
      ...parseComposePrefill(raw),
      ...(typeof image === 'string' && { image }),
      ...(typeof organization === 'string' && { organization }),
    }),
  ),
  beforeLoad: async ({ context: { session }, search: { organization, ...search }, preload }) => {
    const snapshot = session.read();
    if (organization === undefined || !snapshot || preload) return;
    if (!ownOrganizations(snapshot).some(({ id }) => id === organization)) {
      toast.info('Opened with your own credits', { detail: 'The recipe is of an organization that you don’t belong to.' });
      throw redirect({ to: '/dashboard/generate', search, replace: true });
    }
    await session.selectOrganization(organization);
    throw redirect({ to: '/organization/generate-image', search, replace: true });
  },
  component: GeneratePage,
});

function GeneratePage() {
  const { image, organization: _organization, ...from } = Route.useSearch();
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
