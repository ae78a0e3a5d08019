import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#src/lib/format.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { attentionLink, AttentionRow } from '#src/ui/attention.tsx';
import { Smartphone } from '#src/ui/icons.ts';
import { useNow } from '#src/ui/use-now.ts';
import { deviceSentence, deviceTitle, isSettleable, statusLabels } from './device-words.ts';
import { devicesQuery, SLOW_REFETCH_MS, urgentDevicesQuery } from './queries.ts';

/** The rows of devices that may have lost photos, for the card of an organization's open tasks; empty if there are none. */
export function useUrgentDeviceRows(organizationId: string | undefined): React.ReactNode[] {
  const query = useQuery({ ...urgentDevicesQuery(organizationId ?? ''), enabled: organizationId !== undefined });
  useRefetchOnReconnect(query);
  const now = useNow();
  const { items = [], total = 0 } = query.data ?? {};
  const rows = items.map(({ device, event }) => (
    <AttentionRow key={device.id} icon={<Smartphone />} note={`${event.name}: ${deviceSentence(device, now)}`}>
      <Link to="/organization/events/$id" params={{ id: event.id }} search={{ tab: 'delivery' }} className={attentionLink}>
        {deviceTitle(device)}: {statusLabels[device.status].name.toLowerCase()}
      </Link>
    </AttentionRow>
  ));
  const more = total - items.length;
  if (more <= 0) return rows;
  return [
    ...rows,
    <li key="more" className="px-2 py-2 text-sm text-ink-muted">
      {formatCount(more)} more devices that may have lost photos
    </li>,
  ];
}

/** How many devices of an event need somebody, for its tab. */
export function useUrgentDevices(eventId: string, enabled: boolean): number {
  const { data } = useQuery({ ...devicesQuery(eventId), refetchInterval: SLOW_REFETCH_MS, enabled });
  return data?.items.filter(isSettleable).length ?? 0;
}
