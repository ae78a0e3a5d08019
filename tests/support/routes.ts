// Every route of the web app: its guard, an address to visit it by, and who may see it. The architecture test compares it with src/routes,
// `npm run screens` photographs it, and the accessibility test walks it. One row for each route.
import { demoEvents, demoInvoice, demoJoinCode } from '#server/seed/ids.ts';

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
  guard: 'anyone' | 'signedIn' | 'eventAccess' | 'approved' | 'organizationAccess' | 'platformAccess' | 'superAdminOnly' | null;
  /** Addresses that show it, each with a name for its photograph. None: it shows nothing of its own. */
  visits: { name: string; href: string; roles: RoleName[] }[];
}

const live = `/event/${demoEvents.live}`;
const managed = `/organization/events/${demoEvents.live}`;
const everyone: RoleName[] = ['super', 'admin', 'owner', 'member', 'user'];
const organizationRoles: RoleName[] = ['owner', 'member'];
const takingPart: RoleName[] = ['owner', 'member', 'user'];

export const routeTable: RouteRow[] = [
  {
    path: '/',
    guard: 'anyone',
    visits: [
      { name: 'home', href: '/', roles: ['nobody', 'member', 'pending'] },
      { name: 'sent-export-expired', href: `/?your_data=${'A'.repeat(43)}`, roles: ['nobody'] },
    ],
  },
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
  { path: '/forgot-password', guard: 'anyone', visits: [{ name: 'forgot-password', href: '/forgot-password', roles: ['nobody'] }] },
  {
    path: '/reset-password/$token',
    guard: 'anyone',
    visits: [{ name: 'reset-password', href: `/reset-password/${'A'.repeat(43)}`, roles: ['nobody'] }],
  },
  {
    path: '/verify-email/$token',
    guard: 'anyone',
    visits: [{ name: 'verify-email', href: `/verify-email/${'A'.repeat(43)}`, roles: ['nobody'] }],
  },
  {
    path: '/change-email/$token',
    guard: 'anyone',
    visits: [{ name: 'change-email', href: `/change-email/${'A'.repeat(43)}`, roles: ['nobody', 'user'] }],
  },
  {
    path: '/invite/$token',
    guard: 'anyone',
    visits: [{ name: 'invitation-unknown', href: `/invite/${'A'.repeat(43)}`, roles: ['nobody'] }],
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
    path: '/shared/$token',
    guard: 'anyone',
    visits: [{ name: 'shared-unknown', href: '/shared/NoSuchGalleryLink00000', roles: ['nobody', 'member'] }],
  },
  {
    path: '/shared/$token/image',
    guard: 'anyone',
    visits: [{ name: 'shared-image-unknown', href: `/shared/${'A'.repeat(43)}/image`, roles: ['nobody', 'member'] }],
  },
  {
    path: '/wall',
    guard: 'anyone',
    visits: [{ name: 'wall', href: '/wall', roles: ['nobody', 'member'] }],
  },
  {
    path: '/unauthorized',
    guard: 'anyone',
    visits: [{ name: 'unauthorized', href: '/unauthorized', roles: ['nobody', 'super', 'member', 'pending'] }],
  },
  { path: '/error-test', guard: null, visits: [] },
  { path: '/pending-approval', guard: 'signedIn', visits: [{ name: 'pending-approval', href: '/pending-approval', roles: ['pending'] }] },
  {
    path: '/fullscreen-image-generation',
    guard: 'signedIn',
    visits: [
      { name: 'photo-booth-setup', href: '/fullscreen-image-generation', roles: ['user', 'member', 'pending'] },
      { name: 'photo-booth', href: `/fullscreen-image-generation?event=${demoEvents.live}`, roles: ['owner'] },
      { name: 'photo-booth-over', href: `/fullscreen-image-generation?event=${demoEvents.ended}`, roles: ['member'] },
    ],
  },
  { path: '/dashboard', guard: 'approved', visits: [{ name: 'dashboard', href: '/dashboard', roles: everyone }] },
  {
    path: '/dashboard/events-overview',
    guard: 'approved',
    visits: [{ name: 'events-overview', href: '/dashboard/events-overview', roles: everyone }],
  },
  {
    path: '/share',
    guard: 'approved',
    visits: [
      { name: 'share', href: '/share', roles: ['user', 'member'] },
      { name: 'share-failed', href: '/share?failed=setup', roles: ['user'] },
    ],
  },
  {
    path: '/dashboard/generate',
    guard: 'approved',
    visits: [{ name: 'generate', href: '/dashboard/generate', roles: ['user', 'owner'] }],
  },
  {
    path: '/dashboard/gallery',
    guard: 'approved',
    visits: [
      { name: 'images', href: '/dashboard/gallery', roles: ['user', 'owner'] },
      { name: 'images-none-match', href: '/dashboard/gallery?q=no+such+image', roles: ['user'] },
    ],
  },
  {
    path: '/dashboard/generate/batches',
    guard: 'approved',
    visits: [{ name: 'batches', href: '/dashboard/generate/batches', roles: ['user', 'owner'] }],
  },
  {
    path: '/dashboard/model-library',
    guard: 'approved',
    visits: [{ name: 'model-library', href: '/dashboard/model-library', roles: ['user'] }],
  },
  {
    path: '/dashboard/tutorials',
    guard: 'approved',
    visits: [
      { name: 'tutorials', href: '/dashboard/tutorials', roles: ['user', 'owner'] },
      { name: 'tutorials-found', href: '/dashboard/tutorials?q=queue', roles: ['user'] },
      { name: 'tutorial', href: '/dashboard/tutorials?open=offline', roles: ['user'] },
    ],
  },
  {
    path: '/dashboard/feedback-support',
    guard: 'approved',
    visits: [
      { name: 'help', href: '/dashboard/feedback-support', roles: ['user', 'owner'] },
      { name: 'help-no-such-request', href: `/dashboard/feedback-support?ticket=${demoEvents.live}`, roles: ['user'] },
    ],
  },
  { path: '/dashboard/profile', guard: 'approved', visits: [{ name: 'profile', href: '/dashboard/profile', roles: ['user', 'owner'] }] },
  {
    path: '/dashboard/settings',
    guard: 'approved',
    visits: [
      { name: 'settings', href: '/dashboard/settings', roles: ['user', 'member'] },
      { name: 'settings-security', href: '/dashboard/settings?tab=security', roles: ['user'] },
      { name: 'settings-credits', href: '/dashboard/settings?tab=credits', roles: ['user', 'member'] },
      { name: 'settings-credits-none', href: '/dashboard/settings?tab=credits&month=2020-01', roles: ['user'] },
      { name: 'settings-data', href: '/dashboard/settings?tab=data', roles: ['user'] },
    ],
  },
  { path: '/admin', guard: 'platformAccess', visits: [{ name: 'admin', href: '/admin', roles: ['admin'] }] },
  { path: '/super-admin', guard: 'superAdminOnly', visits: [{ name: 'super-admin', href: '/super-admin', roles: ['super'] }] },
  {
    path: '/super-admin/users',
    guard: 'superAdminOnly',
    visits: [
      { name: 'user-management', href: '/super-admin/users', roles: ['super'] },
      { name: 'organization-management', href: '/super-admin/users?tab=organizations', roles: ['super'] },
      { name: 'tickets', href: '/super-admin/users?tab=tickets', roles: ['super'] },
      { name: 'data-requests', href: '/super-admin/users?tab=data-requests', roles: ['super'] },
      { name: 'data-requests-none-match', href: '/super-admin/users?tab=data-requests&q=nobody+at+all', roles: ['super'] },
      { name: 'ticket-unknown', href: `/super-admin/users?tab=tickets&ticket=${demoEvents.live}`, roles: ['super'] },
    ],
  },
  {
    path: '/super-admin/models',
    guard: 'superAdminOnly',
    visits: [{ name: 'model-management', href: '/super-admin/models', roles: ['super'] }],
  },
  {
    path: '/super-admin/analytics',
    guard: 'superAdminOnly',
    visits: [
      { name: 'analytics', href: '/super-admin/analytics', roles: ['super'] },
      { name: 'analytics-by-month', href: '/super-admin/analytics?range=12-months', roles: ['super'] },
    ],
  },
  {
    path: '/super-admin/event-management',
    guard: 'superAdminOnly',
    visits: [
      { name: 'platform-events', href: '/super-admin/event-management', roles: ['super'] },
      { name: 'platform-events-none', href: '/super-admin/event-management?q=no+such+event', roles: ['super'] },
    ],
  },
  {
    path: '/super-admin/event-management/$id',
    guard: 'superAdminOnly',
    visits: [{ name: 'platform-event', href: `/super-admin/event-management/${demoEvents.live}`, roles: ['super'] }],
  },
  {
    path: '/super-admin/billing-subscription',
    guard: 'superAdminOnly',
    visits: [
      { name: 'manage-billing', href: '/super-admin/billing-subscription', roles: ['super'] },
      { name: 'manage-billing-invoices', href: '/super-admin/billing-subscription?tab=invoices', roles: ['super'] },
      { name: 'manage-billing-requests', href: '/super-admin/billing-subscription?tab=requests', roles: ['super'] },
      { name: 'manage-billing-plans', href: '/super-admin/billing-subscription?tab=plans', roles: ['super'] },
      { name: 'manage-billing-revenue', href: '/super-admin/billing-subscription?tab=revenue', roles: ['super'] },
    ],
  },
  {
    path: '/super-admin/system-logs',
    guard: 'superAdminOnly',
    visits: [
      { name: 'system-logs', href: '/super-admin/system-logs', roles: ['super'] },
      { name: 'system-logs-none-match', href: '/super-admin/system-logs?q=nosuchword', roles: ['super'] },
      { name: 'system-logs-entry', href: '/super-admin/system-logs?entry=1', roles: ['super'] },
    ],
  },
  {
    path: '/super-admin/permissions',
    guard: 'superAdminOnly',
    visits: [{ name: 'permissions', href: '/super-admin/permissions', roles: ['super'] }],
  },
  {
    path: '/super-admin/profile',
    guard: 'superAdminOnly',
    visits: [
      { name: 'super-admin-profile', href: '/super-admin/profile', roles: ['super'] },
      { name: 'super-admin-profile-security', href: '/super-admin/profile?tab=security', roles: ['super'] },
    ],
  },
  {
    path: '/super-admin/notifications',
    guard: 'superAdminOnly',
    visits: [{ name: 'notifications', href: '/super-admin/notifications', roles: ['super'] }],
  },
  {
    path: '/super-admin/settings',
    guard: 'superAdminOnly',
    visits: [
      { name: 'platform-settings', href: '/super-admin/settings', roles: ['super'] },
      { name: 'platform-settings-organizations', href: '/super-admin/settings?tab=organizations', roles: ['super'] },
      { name: 'platform-settings-limits', href: '/super-admin/settings?tab=limits', roles: ['super'] },
      { name: 'platform-settings-status', href: '/super-admin/settings?tab=status', roles: ['super'] },
    ],
  },
  {
    path: '/organization',
    guard: 'organizationAccess',
    visits: [{ name: 'organization', href: '/organization', roles: organizationRoles }],
  },
  {
    path: '/organization/generate-image',
    guard: 'organizationAccess',
    visits: [{ name: 'organization-generate', href: '/organization/generate-image', roles: organizationRoles }],
  },
  {
    path: '/organization/image-gallery',
    guard: 'organizationAccess',
    visits: [{ name: 'organization-images', href: '/organization/image-gallery', roles: organizationRoles }],
  },
  {
    path: '/organization/events',
    guard: 'organizationAccess',
    visits: [
      { name: 'organization-events', href: '/organization/events', roles: organizationRoles },
      { name: 'organization-events-none-match', href: '/organization/events?q=no+such+event', roles: ['owner'] },
      { name: 'organization-events-deleted', href: '/organization/events?deleted=true', roles: ['owner'] },
      { name: 'organization-event-new', href: '/organization/events?new=true', roles: ['owner'] },
    ],
  },
  {
    path: '/organization/events/$id',
    guard: 'organizationAccess',
    visits: [
      { name: 'organization-event', href: managed, roles: organizationRoles },
      { name: 'organization-event-draft', href: `/organization/events/${demoEvents.draft}`, roles: ['owner'] },
      { name: 'organization-event-poster', href: `${managed}?poster=true`, roles: ['owner'] },
      { name: 'organization-event-moderation', href: `${managed}?tab=moderation`, roles: ['member'] },
      { name: 'organization-event-participants', href: `${managed}?tab=participants`, roles: ['owner'] },
      { name: 'organization-event-links', href: `${managed}?tab=links`, roles: organizationRoles },
      { name: 'organization-event-links-revoked', href: `${managed}?tab=links&revoked=true`, roles: ['owner'] },
      { name: 'organization-event-settings', href: `${managed}?tab=settings`, roles: ['owner'] },
      { name: 'organization-event-unknown', href: '/organization/events/0199aa00-0000-7000-8000-0000000000ef', roles: ['owner'] },
    ],
  },
  {
    path: '/organization/settings',
    guard: 'organizationAccess',
    visits: [
      { name: 'organization-settings', href: '/organization/settings', roles: organizationRoles },
      { name: 'organization-settings-events', href: '/organization/settings?tab=events', roles: ['owner'] },
      { name: 'organization-settings-branding', href: '/organization/settings?tab=branding', roles: ['owner'] },
      { name: 'organization-settings-integrations', href: '/organization/settings?tab=integrations', roles: ['owner'] },
    ],
  },
  {
    path: '/organization/staff',
    guard: 'organizationAccess',
    visits: [
      { name: 'organization-staff', href: '/organization/staff', roles: organizationRoles },
      { name: 'organization-staff-none-match', href: '/organization/staff?q=nobody+at+all', roles: ['owner'] },
    ],
  },
  {
    path: '/organization/profile',
    guard: 'organizationAccess',
    visits: [{ name: 'organization-profile', href: '/organization/profile', roles: organizationRoles }],
  },
  {
    path: '/organization/billing',
    guard: 'organizationAccess',
    visits: [
      { name: 'organization-billing', href: '/organization/billing', roles: organizationRoles },
      { name: 'organization-billing-credits', href: '/organization/billing?tab=credits', roles: organizationRoles },
      { name: 'organization-billing-invoice', href: `/organization/billing?invoice=${demoInvoice}`, roles: ['owner'] },
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
