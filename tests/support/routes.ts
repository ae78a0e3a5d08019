// Every route of the web app: its guard, an address to visit it by, and who may see it. The house test compares it with src/routes,
// `npm run screens` photographs it, and the accessibility test walks it.
import { demoEvents, demoJoinCode } from '#server/seed/ids.ts';

export const roleEmails = {
  nobody: null,
  super: 'super@demo.test',
  admin: 'admin@demo.test',
  owner: 'owner@demo.test',
  member: 'member@demo.test',
  pending: 'pending@demo.test',
  user: 'user@demo.test',
} as const;

export type RoleName = keyof typeof roleEmails;

export interface RouteRow {
  /** As the router writes it, without its pathless layouts. */
  path: string;
  /** Who may enter, by the name of the guard in src/session/guards.ts; null: the route only leads elsewhere. */
  guard: 'anyone' | 'signedIn' | 'eventAccess' | 'approved' | 'organizationAccess' | 'superAdminOnly' | null;
  /** Addresses that show it, each with a name for its photograph. None: it shows nothing of its own. */
  visits: { name: string; href: string; roles: RoleName[] }[];
}

const live = `/event/${demoEvents.live}`;
const managed = `/organization/events/${demoEvents.live}`;
const everyone: RoleName[] = ['super', 'admin', 'owner', 'member', 'user'];
const office: RoleName[] = ['owner', 'member'];
const takingPart: RoleName[] = ['owner', 'member', 'user'];

export const routeTable: RouteRow[] = [
  { path: '/', guard: 'anyone', visits: [{ name: 'home', href: '/', roles: ['nobody', 'member', 'pending'] }] },
  {
    path: '/login',
    guard: 'anyone',
    visits: [
      { name: 'login', href: '/login', roles: ['nobody'] },
      { name: 'login-to-join', href: `/login?redirect=/join/${demoJoinCode}`, roles: ['nobody'] },
    ],
  },
  {
    path: '/register',
    guard: 'anyone',
    visits: [
      { name: 'register', href: '/register', roles: ['nobody'] },
      { name: 'register-to-join', href: `/register?redirect=/join/${demoJoinCode}`, roles: ['nobody'] },
    ],
  },
  { path: '/join', guard: 'anyone', visits: [{ name: 'join-ask', href: '/join', roles: ['nobody', 'user'] }] },
  {
    path: '/join/$code',
    guard: 'anyone',
    visits: [
      // Who is in already goes straight on; the others stay at the door.
      { name: 'join', href: `/join/${demoJoinCode}`, roles: ['nobody', 'pending', 'admin'] },
      { name: 'join-unknown', href: '/join/NO-SUCH-EVENT', roles: ['nobody', 'user'] },
      { name: 'join-over', href: '/join/ELSAJON1', roles: ['nobody', 'pending'] },
    ],
  },
  {
    path: '/unauthorized',
    guard: 'anyone',
    visits: [{ name: 'unauthorized', href: '/unauthorized', roles: ['nobody', 'super', 'member', 'pending'] }],
  },
  { path: '/error-test', guard: null, visits: [] },
  { path: '/pending-approval', guard: 'signedIn', visits: [{ name: 'pending-approval', href: '/pending-approval', roles: ['pending'] }] },
  { path: '/dashboard', guard: 'approved', visits: [] },
  {
    path: '/dashboard/events-overview',
    guard: 'approved',
    visits: [{ name: 'events-overview', href: '/dashboard/events-overview', roles: everyone }],
  },
  { path: '/super-admin', guard: 'superAdminOnly', visits: [{ name: 'super-admin', href: '/super-admin', roles: ['super'] }] },
  { path: '/organization', guard: 'organizationAccess', visits: [] },
  {
    path: '/organization/events',
    guard: 'organizationAccess',
    visits: [
      { name: 'office-events', href: '/organization/events', roles: office },
      { name: 'office-events-none-match', href: '/organization/events?q=no+such+event', roles: ['owner'] },
      { name: 'office-events-deleted', href: '/organization/events?deleted=true', roles: ['owner'] },
      { name: 'office-event-new', href: '/organization/events?new=true', roles: ['owner'] },
    ],
  },
  {
    path: '/organization/events/$id',
    guard: 'organizationAccess',
    visits: [
      { name: 'office-event', href: managed, roles: office },
      { name: 'office-event-draft', href: `/organization/events/${demoEvents.draft}`, roles: ['owner'] },
      { name: 'office-event-poster', href: `${managed}?poster=true`, roles: ['owner'] },
      { name: 'office-event-moderation', href: `${managed}?tab=moderation`, roles: ['member'] },
      { name: 'office-event-participants', href: `${managed}?tab=participants`, roles: ['owner'] },
      { name: 'office-event-settings', href: `${managed}?tab=settings`, roles: ['owner'] },
      { name: 'office-event-unknown', href: '/organization/events/0199aa00-0000-7000-8000-0000000000ef', roles: ['owner'] },
    ],
  },
  {
    path: '/event/$id',
    guard: 'eventAccess',
    visits: [
      { name: 'capture', href: live, roles: takingPart },
      { name: 'capture-queue', href: `${live}?queue=open`, roles: ['member'] },
      { name: 'capture-ended', href: `/event/${demoEvents.ended}`, roles: ['member'] },
    ],
  },
  {
    path: '/event/$id/gallery',
    guard: 'eventAccess',
    visits: [
      { name: 'gallery', href: `${live}/gallery`, roles: takingPart },
      { name: 'gallery-empty', href: `/event/${demoEvents.draft}/gallery`, roles: ['member'] },
      { name: 'event-unknown', href: '/event/0199aa00-0000-7000-8000-0000000000ef/gallery', roles: ['member'] },
    ],
  },
];

/** What no route is. */
export const notFoundVisit = { name: 'not-found', href: '/no/such/page', roles: ['nobody', 'member'] as RoleName[] };
