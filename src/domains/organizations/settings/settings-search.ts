// Which part of the settings is open, as the address holds it.
const PARTS = ['profile', 'events', 'branding', 'watermark'] as const;
export type SettingsPart = (typeof PARTS)[number];

/** The first part has no name in the address. */
export const partOf = (tab: string | undefined): SettingsPart => PARTS.find((part) => part === tab) ?? 'profile';
