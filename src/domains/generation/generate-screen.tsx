import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Composer, DOUBLE_CLICK_MS } from '#src/domains/generation/compose/composer.tsx';
import { requestOf } from '#src/domains/generation/compose/recipe.ts';
import { useRecipe } from '#src/domains/generation/compose/use-recipe.ts';
import { Results } from '#src/domains/generation/results/results.tsx';
import { useImageActions } from '#src/domains/generation/results/use-image-actions.ts';
import { useSession } from '#src/session/use-session.ts';
import { rememberBoothOrigin } from '#src/shell/booth-origin.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Camera, WandSparkles } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { useMedia } from '#src/ui/use-media.ts';
import type { ComposePrefill } from './compose-prefill.ts';
import type { GenerationModel, ImageOwner } from './generation.ts';
import { creditsLabel } from './labels.ts';
import { creditsQuery, generationsQuery, modelsQuery } from './queries.ts';
import { submitRequest, useGenerationEvents } from './requests.ts';

interface GenerateScreenProps {
  account: string;
  owner: ImageOwner;
  /** Prefills the form once. */
  from: ComposePrefill;
  openId: string | undefined;
  /** Asks to confirm the email address. */
  confirmEmail?: ReactNode;
  onCompose: (from: ComposePrefill) => void;
  onOpen: (imageId: string | undefined) => void;
}

/** Form and results, side by side or stacked. */
export function GenerateScreen(props: GenerateScreenProps) {
  const { owner } = props;
  useGenerationEvents(owner);
  const models = useQuery(modelsQuery(owner));
  useRefetchOnReconnect(models);
  // On a phone, the form and its button are on the first screen.
  const isDesktop = useMedia('(width >= 64rem)');
  return (
    <Page
      title="Generate Image"
      lead={
        <>
          Change an image you have, or describe a new one.
          <CreditsLine owner={owner} />
        </>
      }
      slim={!isDesktop}
      actions={
        <Link to="/fullscreen-image-generation" className={buttonClass({ size: isDesktop ? 'md' : 'sm' })} onClick={rememberBoothOrigin}>
          <Camera aria-hidden className="size-4" />
          Photo booth
        </Link>
      }
    >
      <QueryState
        query={models}
        skeleton={<ComposerSkeleton />}
        failed="Couldn’t load the models"
        offline="Open this screen once while you’re online to use it offline."
      >
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={<WandSparkles />} title="No models available">
              The platform’s admins choose which models are available.
            </EmptyState>
          ) : (
            <Workbench {...props} isDesktop={isDesktop} models={items} />
          )
        }
      </QueryState>
    </Page>
  );
}

/** The link is first, so that it stays in its place when the credits are known. */
function CreditsLine({ owner }: { owner: ImageOwner }) {
  const { data: credits } = useQuery(creditsQuery(owner));
  return (
    <span className="block min-h-5 text-sm">
      <Link
        to={owner === null ? '/dashboard/settings' : '/organization/billing'}
        search={{ tab: 'credits' }}
        className="rounded-sm underline underline-offset-4"
      >
        Statement
      </Link>
      {' · '}
      <Link to="/dashboard/tutorials" search={{ open: 'images' }} className="rounded-sm underline underline-offset-4">
        How it works
      </Link>
      {credits && ` · ${creditsLabel(credits)}`}
    </span>
  );
}

const MAX_HISTORY = 20;

let scrolling: ReturnType<typeof setTimeout> | undefined;

/** The second press of a double tap would hit what has moved below the finger, such as an older result. */
function scrollAfterPress(id: 'compose' | 'results'): void {
  clearTimeout(scrolling);
  scrolling = setTimeout(() => scrollTo(id), DOUBLE_CLICK_MS);
}

/** Nothing moves if the top of the part is already in view: beside the form, a click on Generate would otherwise scroll the page below the pointer. */
function scrollTo(id: 'compose' | 'results'): void {
  const part = document.getElementById(id);
  const top = part?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > window.innerHeight / 2) part?.scrollIntoView({ block: 'start' });
}

function Workbench({
  account,
  owner,
  from,
  openId,
  confirmEmail,
  onCompose,
  onOpen,
  isDesktop,
  models,
}: GenerateScreenProps & { isDesktop: boolean; models: readonly GenerationModel[] }) {
  const { data: credits } = useQuery(creditsQuery(owner));
  const isConfirmed = useSession()?.user.is_verified !== false;
  const { data: requests } = useInfiniteQuery(generationsQuery(owner));
  const { recipe, change, prefill, id, markUsed } = useRecipe(account, owner, models, from, () => onCompose({}));
  const earlier = useMemo(() => (requests?.pages ?? []).flatMap(({ items }) => items), [requests]);
  const history = useMemo(() => {
    const prompts = earlier.map(({ request }) => request.prompt.trim());
    return [...new Set(prompts)].filter((prompt) => prompt !== '').slice(0, MAX_HISTORY);
  }, [earlier]);
  const compose = (next: ComposePrefill) => {
    const isFilling = Object.keys(next).length > 0;
    if (isFilling) prefill(next);
    // Closes the open image.
    onCompose({});
    scrollAfterPress(isFilling ? 'compose' : 'results');
  };
  const actions = useImageActions(account, owner, compose);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <div id="compose" className="scroll-mt-20 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-14.5rem)] lg:overflow-y-auto">
        <Composer
          owner={owner}
          models={models}
          recipe={recipe}
          credits={credits}
          history={history}
          requests={earlier}
          isConfirmed={isConfirmed}
          confirmEmail={confirmEmail}
          onRecipe={change}
          onOpen={onOpen}
          onGenerate={async (wanted, model) => {
            const sending = submitRequest({ id, account, body: requestOf(wanted, model, owner), modelName: model.name });
            markUsed();
            scrollAfterPress('results');
            try {
              await sending;
            } catch (error) {
              toast.error('Couldn’t save the request', { detail: describeFailure(error).detail });
            }
          }}
        />
      </div>
      {!isDesktop && (
        <p className="-mt-3 text-ink-muted">
          <CreditsLine owner={owner} />
        </p>
      )}
      <Results
        account={account}
        owner={owner}
        actions={actions}
        openId={openId}
        onOpen={onOpen}
        onEdit={(edited) => (change(edited), scrollAfterPress('compose'))}
      />
      {actions.dialog}
    </div>
  );
}

function ComposerSkeleton() {
  return (
    <Loading label="Loading the models" className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <div className="grid gap-5 rounded-lg border border-line bg-surface p-5">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-28" />
        <Skeleton className="h-16" />
        <Skeleton className="h-24" />
        <Skeleton className="h-12" />
      </div>
      <div className="grid grid-cols-2 gap-2 xl:grid-cols-4">
        {[0, 1, 2, 3].map((tile) => (
          <Skeleton key={tile} className="aspect-square !rounded-md" />
        ))}
      </div>
    </Loading>
  );
}
