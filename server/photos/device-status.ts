// What a staff device needs: decides what a list of devices says first. Pure.
import type { components } from '#openapi/api.ts';

export type DeviceStatus = components['schemas']['EventDevice']['status'];

/** A device with a backlog that was not heard of for this long. Its app reports every five minutes while photos wait. */
export const SILENT_MS = 10 * 60_000;

interface DeviceFacts {
  /** Without those that arrived since the report. */
  waiting: number;
  attention: readonly { count: number }[];
  /** Without settled ones. */
  lost: number;
  isStorageLow: boolean;
  lastContactAt: Date;
  /** Its person uses a newer device. */
  isReplaced: boolean;
  settledAt: Date | null;
}

/** The most urgent first. */
const URGENCY: readonly DeviceStatus[] = ['replaced', 'lost', 'silent', 'attention', 'storage_low', 'sending', 'done'];

export function deviceStatus(device: DeviceFacts, now: Date): DeviceStatus {
  const { waiting, lost, lastContactAt } = device;
  if (device.settledAt) return 'done';
  if (device.isReplaced && waiting > 0) return 'replaced';
  if (lost > 0) return 'lost';
  const undecided = device.attention.reduce((sum, { count }) => sum + count, 0);
  if (waiting > undecided && now.getTime() - lastContactAt.getTime() > SILENT_MS) return 'silent';
  if (waiting === 0) return 'done';
  if (undecided > 0) return 'attention';
  return device.isStorageLow ? 'storage_low' : 'sending';
}

interface Ranked {
  id: string;
  status: DeviceStatus;
  waiting: number;
  lost: number;
  last_contact_at: string;
}

/** By urgency, then most photos, then latest contact. */
export const byUrgency = (a: Ranked, b: Ranked): number =>
  URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status) ||
  b.waiting + b.lost - (a.waiting + a.lost) ||
  b.last_contact_at.localeCompare(a.last_contact_at) ||
  a.id.localeCompare(b.id);

interface SeenDevice {
  userId: string;
  deviceId: string;
  name: string;
  firstSeenAt: Date;
}

/**
 * The newest device that its person began to use after the last contact with this one: this one was replaced, or its storage was cleared. A device
 * that was known before replaces none.
 * @param seen each device once, with its first report to any event
 */
export function replacementOf(
  { userId, deviceId, lastContactAt }: { userId: string; deviceId: string; lastContactAt: Date },
  seen: readonly SeenDevice[],
): string | null {
  const newer = seen.filter((other) => other.userId === userId && other.deviceId !== deviceId && other.firstSeenAt > lastContactAt);
  return newer.toSorted((a, b) => a.firstSeenAt.getTime() - b.firstSeenAt.getTime()).at(-1)?.name ?? null;
}
