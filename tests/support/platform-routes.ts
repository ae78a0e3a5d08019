// The routes of those who run the platform, as tests/support/routes.ts has all others.
import { demoEvents } from '#server/seed/ids.ts';
import type { RouteRow } from './routes.ts';

export const platformRoutes: RouteRow[] = [
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
];
