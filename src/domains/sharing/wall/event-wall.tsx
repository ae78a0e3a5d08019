import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { components } from '#openapi/api.ts';
import { PairForm } from '#src/domains/sharing/screens/screen-forms.tsx';
import { isEnded } from '#src/lib/event-status.ts';
import { storedAtom } from '#src/lib/stored-atom.ts';
import { makeInert } from '#src/shell/stage/lightbox.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Monitor, Settings2 } from '#src/ui/icons.ts';
import { eventSource } from './wall-source.ts';
import { Wall } from './wall.tsx';

export interface EventWallProps {
  event: components['schemas']['Event'];
  /** A code that this person may share with anyone; null if there is none. */
  joinCode: string | null;
  probe: () => Promise<unknown>;
  onEventChange: () => void;
  onLeave: () => void;
}

/** The address where people join by the event's code. The organization may share it wherever it shows the wall. */
function joinAddressOf(event: EventWallProps['event'], joinCode: string | null): string | null {
  const code = event.join_code ?? joinCode;
  if (code === null || event.join_policy !== 'code' || isEnded(event)) return null;
  return `${location.origin}/join/${encodeURIComponent(code)}`;
}

const SECONDS = [5, 8, 15, 30, 60];
const settingsAtom = storedAtom('wall', { seconds: 8, showsPhotographer: true, showsJoinCode: true });

/** The wall of an event on this device, above the app. */
export default function EventWall({ event, joinCode, probe, onEventChange, onLeave }: EventWallProps) {
  const [source] = useState(() => eventSource(event.id, { onEvent: onEventChange, probe }));
  const [settings, setSettings] = useAtom(settingsAtom);
  const [pairing, setPairing] = useState(false);
  useEffect(makeInert, []);
  const joinAddress = joinAddressOf(event, joinCode);
  const change = (changes: Partial<typeof settings>) => setSettings({ ...settings, ...changes });
  return createPortal(
    <main className="venue fixed inset-0 z-40">
      <Wall
        source={source}
        eventName={event.name}
        seconds={settings.seconds}
        showsPhotographer={settings.showsPhotographer}
        joinAddress={settings.showsJoinCode ? joinAddress : null}
        onLeave={onLeave}
      >
        <DropdownMenu
          side="top"
          className="venue"
          trigger={<IconButton size="lg" label="Wall settings" icon={<Settings2 aria-hidden className="size-6" />} />}
        >
          {SECONDS.map((seconds) => (
            <MenuItem key={seconds} checked={settings.seconds === seconds} onSelect={() => change({ seconds })}>
              {seconds} seconds per photo
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => change({ showsPhotographer: !settings.showsPhotographer })}>
            {settings.showsPhotographer ? 'Hide photographers' : 'Show photographers'}
          </MenuItem>
          {joinAddress !== null && (
            <MenuItem onSelect={() => change({ showsJoinCode: !settings.showsJoinCode })}>
              {settings.showsJoinCode ? 'Hide QR code' : 'Show QR code'}
            </MenuItem>
          )}
          {event.relation === 'organization' && event.can.manage && (
            <>
              <MenuSeparator />
              <MenuItem icon={<Monitor aria-hidden />} onSelect={() => setPairing(true)}>
                Pair a screen
              </MenuItem>
            </>
          )}
        </DropdownMenu>
      </Wall>
      {pairing && <PairForm event={event} onClose={() => setPairing(false)} />}
    </main>,
    document.body,
  );
}
