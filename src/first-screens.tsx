// The first screens for the build: scripts/first-screens-plugin.ts renders them in a DOM without network and puts them into their pages, so that
// something can be read before the script has arrived. The server fills in what stands in braces (server/http/static.ts).
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRoute, createRouter, Outlet, RouterProvider, useLocation } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CameraStarting } from '#src/camera/viewfinder.tsx';
import { EventFrame } from '#src/domains/events/event-frame.tsx';
import type { Event } from '#src/domains/events/event.ts';
import { COVER, DETAILS, EventHead, LOGO } from '#src/domains/events/joining/event-summary.tsx';
import { COLUMN, FRAME, JoinPending } from '#src/domains/events/joining/skeletons.tsx';
import { GalleryPending } from '#src/domains/photos/gallery/gallery-skeleton.tsx';
import { Route as rootRoute } from '#src/routes/__root.tsx';
import { Route as openRoute } from '#src/routes/_open.tsx';
import { Route as joinRoute } from '#src/routes/_open/join/$code.tsx';
import { Route as publicRoute } from '#src/routes/_public.tsx';
import { Route as homeRoute } from '#src/routes/_public/index.tsx';
import { Route as loginRoute } from '#src/routes/_public/login.tsx';
import { Route as venueRoute } from '#src/routes/_venue.tsx';
import { session } from '#src/session/store.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { queryClient } from '#src/shell/query-client.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';

const under = { getParentRoute: () => rootRoute };
const inPublic = { getParentRoute: () => publicRoute };
homeRoute.update({ id: '/', path: '/', ...inPublic } as never);
loginRoute.update({ id: '/login', path: '/login', ...inPublic } as never);
publicRoute.update({ id: '/_public', ...under } as never);
joinRoute.update({ id: '/join/$code', path: '/join/$code', getParentRoute: () => openRoute, component: JoinScreen } as never);
openRoute.update({ id: '/_open', ...under } as never);

/** What the server told about the code with the page, or nothing yet. */
function JoinScreen() {
  return (
    <>
      <div data-if="unknown">
        <JoinPending />
      </div>
      <div data-if="known">
        <div className={COLUMN}>
          <article className={FRAME}>
            <EventHead event={event} />
            <div className={DETAILS}>
              <Skeleton className="h-5 w-56 max-w-full" />
              <Skeleton className="h-5 w-32" />
            </div>
          </article>
        </div>
      </div>
    </>
  );
}

/** Of a photographer, as most people in an event are. */
const event = {
  id: 'ID',
  name: '{{event}}',
  organization_name: '{{organization}}',
  branding: { logo_url: null, secondary_color: '#ffffff' },
  relation: 'participant',
  participant_role: 'photographer',
  can: { capture: false },
} as Event;

function EventScreen() {
  const isCamera = useLocation({ select: ({ pathname }) => pathname === '/event/ID' });
  return (
    <EventFrame event={event} camera={isCamera} waiting={0} queueOpen={false}>
      <Outlet />
    </EventFrame>
  );
}

/** The camera's places, without controls: they come with their script. */
const CameraScreen = () => (
  <section className="venue relative flex min-h-0 flex-1 flex-col">
    <div className="flex min-h-0 flex-1 flex-col landscape:flex-row">
      <div className="relative flex min-h-0 flex-1 flex-col">
        <CameraStarting />
      </div>
      <div className="camera-dock justify-center">
        <span className="camera-shutter opacity-40">
          <span />
        </span>
      </div>
    </div>
  </section>
);

venueRoute.update({ id: '/_venue', beforeLoad: undefined, ...under } as never);
const eventRoute = createRoute({ getParentRoute: () => rootRoute, path: '/event/$id', component: EventScreen });
eventRoute.update({ getParentRoute: () => venueRoute } as never);
const cameraRoute = createRoute({ getParentRoute: () => eventRoute, path: '/', component: CameraScreen });
const galleryRoute = createRoute({ getParentRoute: () => eventRoute, path: '/gallery', component: GalleryPending });
venueRoute.addChildren([eventRoute.addChildren([cameraRoute, galleryRoute])] as never);
const routeTree = rootRoute.addChildren([publicRoute.addChildren([homeRoute, loginRoute]), openRoute.addChildren([joinRoute]), venueRoute]);

/** What the server knows before the app does, and what it stands before. */
const FACTS = [
  { before: 'article .bg-accent', markup: `<img src="{{cover}}" alt="" class="aspect-[3/2] ${COVER}" draggable="false">` },
  { before: 'article .bg-accent p', markup: `<img src="{{logo}}" alt="" class="${LOGO}" draggable="false">` },
  { before: 'article > :last-child', markup: '<div aria-hidden="true" class="h-1" style="background-color:{{secondary}}"></div>' },
  {
    before: '.gallery-skeleton > div > :first-child',
    markup: '<img src="{{photo}}" alt="" fetchpriority="high" class="w-full min-w-0 bg-sunken object-cover" draggable="false">'.repeat(3),
  },
];

/** Writes the screen of this address into the element. */
async function render(address: string, root: HTMLElement): Promise<void> {
  session.markReady();
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { queryClient, session },
    defaultPendingComponent: PendingScreen,
  });
  await router.load();
  flushSync(() =>
    createRoot(root).render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  );
  // What React sets beside the attributes.
  for (const input of root.querySelectorAll('input')) input.toggleAttribute('checked', input.checked);
  for (const { before, markup } of FACTS) root.querySelector(before)?.insertAdjacentHTML('beforebegin', markup);
  for (const part of root.querySelectorAll<HTMLElement>('[data-if]'))
    part.replaceWith(new Comment(`if ${part.dataset.if}`), ...part.childNodes, new Comment('end'));
}

Object.assign(window, { renderFirstScreen: render });
