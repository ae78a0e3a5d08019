import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { composeFrom, composeKeys, type ComposeFrom } from '#src/domains/generation/compose-from.ts';
import { GenerateScreen } from '#src/domains/generation/generate-screen.tsx';
import { searchOf } from '#src/lib/search-of.ts';
import { useSession } from '#src/session/use-session.ts';

type GenerateSearch = ComposeFrom & { image?: string };

export const Route = createFileRoute('/_app/dashboard/generate')({
  validateSearch: searchOf([...composeKeys, 'image'], ({ image, ...raw }: Record<string, unknown>): GenerateSearch => ({
    ...composeFrom(raw),
    ...(typeof image === 'string' && { image }),
  })),
  component: GeneratePage,
});

function GeneratePage() {
  const { image, ...from } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const onCompose = useCallback((next: ComposeFrom) => void navigate({ search: next, replace: true, resetScroll: false }), [navigate]);
  if (!user) return null;
  return (
    <GenerateScreen
      key={user.id}
      account={user.id}
      owner={null}
      from={from}
      openId={image}
      onCompose={onCompose}
      onOpen={(next) => void navigate({ search: { image: next }, replace: image !== undefined, resetScroll: false })}
    />
  );
}
