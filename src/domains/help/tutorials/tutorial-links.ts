// Where the tutorials lead: screens that exist, or it does not compile.
import { linkOptions } from '@tanstack/react-router';

export const tutorialLinks = {
  events: linkOptions({ to: '/dashboard/events-overview', label: 'Open your events' }),
  camera: linkOptions({ to: '/dashboard', search: { open: 'camera' }, label: 'Open the camera of your last event' }),
  waiting: linkOptions({ to: '/dashboard', label: 'See waiting photos' }),
  generate: linkOptions({ to: '/dashboard/generate', label: 'Open Generate Image' }),
  profile: linkOptions({ to: '/dashboard/profile', label: 'Open your profile' }),
  security: linkOptions({ to: '/dashboard/settings', search: { tab: 'security' }, label: 'Open the security settings' }),
  manage: linkOptions({ to: '/organization/events', label: 'Open Event Management' }),
} as const;

export type TutorialLink = (typeof tutorialLinks)[keyof typeof tutorialLinks];
