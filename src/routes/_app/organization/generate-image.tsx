import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { composeFrom, composeKeys, type ComposeFrom } from '#src/domains/generation/compose-from.ts';
import { GenerateScreen } from '#src/domains/generation/generate-screen.tsx';
import { searchOf } from '#src/lib/search-of.ts';
import { currentOrganization } from '#src/session/organization.ts';
import { useSession } from '#src/session/use-session.ts';

type GenerateSearch = ComposeFrom & { image?: string };

export const Route = createFileRoute('/_app/organization/generate-image')({
  validateSearch: searchOf([...composeKeys, 'image'], ({ image, ...raw }: Record<string, unknown>): GenerateSearch => ({
    ...composeFrom(raw),
    ...(typeof image === 'string' && { image }),
  })),
  component: OrganizationGeneratePage,
});

function OrganizationGeneratePage() {
  const { image, ...from } = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const organization = snapshot && currentOrganization(snapshot);
  const onCompose = useCallback((next: ComposeFrom) => void navigate({ search: next, replace: true, resetScroll: false }), [navigate]);
  if (!organization) return null;
  return (
    <GenerateScreen
      account={snapshot.user.id}
      key={`${snapshot.user.id} ${organization.id}`}
      owner={organization.id}
      from={from}
      openId={image}
      onCompose={onCompose}
      onOpen={(next) => void navigate({ search: { image: next }, replace: image !== undefined, resetScroll: false })}
    />
  );
}
