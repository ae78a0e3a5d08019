import type { ReactNode } from 'react';
import { Page } from '#src/ui/page.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

/** Its parts, as they stand in the URL, and what they are called. */
const TABS = { general: 'General', security: 'Security', data: 'Your data' };

export type SettingsTab = keyof typeof TABS;

const names = Object.keys(TABS) as SettingsTab[];

interface SettingsScreenProps {
  /** As the URL says it. Left out, or unknown: the first. */
  tab: string | undefined;
  onTab: (tab: SettingsTab) => void;
  /** The sections of each part. */
  panels: Record<SettingsTab, ReactNode>;
}

/** What a person sets for themselves: the device in their hand, and their account. */
export function SettingsScreen({ tab, onTab, panels }: SettingsScreenProps) {
  const open = names.find((name) => name === tab) ?? 'general';
  return (
    <Page title="Settings" width="text">
      <Tabs label="Settings" tabs={names.map((value) => ({ value, label: TABS[value] }))} value={open} onChange={onTab}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{panels[open]}</div>
      </Tabs>
    </Page>
  );
}
