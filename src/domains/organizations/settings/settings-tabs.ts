// Which part of the settings is open, as the address holds it.
const TABS = ['profile', 'events', 'branding', 'watermark'] as const;
export type OrganizationSettingsTab = (typeof TABS)[number];

/** The first part has no name in the address. */
export const parseSettingsTab = (tab: string | undefined): OrganizationSettingsTab => TABS.find((part) => part === tab) ?? 'profile';
