// What this device tells the organization: at most once a minute, nothing while nothing waits and nothing changed.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { ANA, emptyPhone, EVENT, fakeLocalStorage, newPhone, networkError, shot } from '#tests/support/outbox-phone.ts';
import { json, OutboxServer, portalPage, problem } from '#tests/support/outbox-server.ts';
import { withDb, write } from './db.ts';
import { reportDevice } from './device-report.ts';
import { drain } from './drain.ts';
import { dismissEarlierDevices, earlierDevices } from './earlier-devices.ts';
import { enqueuePhoto } from './enqueue.ts';
import { checkIntegrity } from './integrity-check.ts';

type Report = components['schemas']['DeviceReport'];
type Result = components['schemas']['DeviceReportResult'];

const ROUTE = `POST /api/v1/event/${EVENT}/devices`;
const nothingEarlier: Result = { is_listed: true, earlier: [] };
const earlierPhone = { name: 'Safari on iPhone', kind: 'phone', waiting: 12, last_contact_at: '2026-11-20T21:14:07.000Z' } as const;

let server: OutboxServer;
let uninstall: () => void;
let reports: Report[];
let answer: () => Promise<Response> | Response;

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  vi.stubGlobal('localStorage', fakeLocalStorage(new Map()));
  await newPhone();
  await checkIntegrity();
  reportReachable(true);
  reports = [];
  answer = () => json(200, nothingEarlier);
  server.intercept = async (request, route) => {
    if (route !== ROUTE) return undefined;
    reports.push((await request.clone().json()) as Report);
    return answer();
  };
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  uninstall();
  await emptyPhone();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a phone that never had photos says nothing', async () => {
  await reportDevice();
  expect(reports).toEqual([]);
});

test('what waits is reported with its bytes and reasons, and once more when it has arrived', async () => {
  await enqueuePhoto(shot('one'));
  const second = await enqueuePhoto(shot('three'));
  const lastError = { code: 'too_large', message: 'No', at: 1 };
  await write(['photos'], (tx) => tx.objectStore('photos').put({ ...second, state: 'parked', lastError }));
  await reportDevice();
  expect(reports).toMatchObject([
    {
      captured: 2,
      waiting: 2,
      waiting_bytes: 8,
      waiting_photos: [{ sha256: expect.stringMatching(/^[\da-f]{64}$/), file_name: null }, { taken_at: expect.any(String) }],
      imported: 0,
      attention: [{ reason: 'too_large', count: 1 }],
      lost: 0,
      lost_ids: [],
      last_seq: second.seq,
    },
  ]);
  await write(['photos'], (tx) => tx.objectStore('photos').put(second));
  await drain();
  later(61_000);
  await reportDevice();
  expect(reports[1]).toMatchObject({ captured: 2, waiting: 0, waiting_bytes: 0, attention: [] });
  expect(reports[1]?.device_id).toBe(reports[0]?.device_id);
});

test('at most once a minute; what changed meanwhile is due after it', async () => {
  await enqueuePhoto(shot('one'));
  await reportDevice();
  later(20_000);
  await enqueuePhoto(shot('two'));
  expect(await reportDevice()).toBe(40_000);
  expect(reports).toHaveLength(1);
  later(40_000);
  await reportDevice();
  expect(reports.map(({ waiting }) => waiting)).toEqual([1, 2]);
});

test('nothing is sent while nothing changed: only every 90 seconds while photos wait, for as long as the app is on the screen', async () => {
  await enqueuePhoto(shot('one'));
  expect(await reportDevice()).toBe(90_000);
  later(60_000);
  expect(await reportDevice()).toBe(30_000);
  expect(reports).toHaveLength(1);
  later(30_000);
  expect(await reportDevice()).toBe(90_000);
  expect(reports).toHaveLength(2);
  await drain();
  later(60_000);
  expect(await reportDevice(), 'nothing waits').toBeNull();
  expect(reports).toHaveLength(3);
  for (let hour = 0; hour < 5; hour += 1) {
    later(3_600_000);
    await reportDevice();
  }
  expect(reports).toHaveLength(3);
});

test.each([
  ['is not reached', networkError],
  ['is a captive portal', () => portalPage()],
  ['is busy', () => problem(503, 'busy')],
])('a report is sent again if the server %s', async (_, failing) => {
  await enqueuePhoto(shot('one'));
  answer = failing;
  await reportDevice();
  reportReachable(true);
  answer = () => json(200, nothingEarlier);
  await reportDevice();
  await reportDevice();
  expect(reports).toHaveLength(2);
});

test('a report without an answer may arrive after the next one, which is therefore repeated once', async () => {
  await enqueuePhoto(shot('one'));
  answer = networkError;
  await reportDevice();
  reportReachable(true);
  answer = () => json(200, nothingEarlier);
  await drain();
  expect(await reportDevice()).toBe(60_000);
  later(60_000);
  expect(await reportDevice()).toBeNull();
  later(3_600_000);
  await reportDevice();
  expect(reports.map(({ waiting }) => waiting)).toEqual([1, 0, 0]);
});

test.each([
  ['a guest', () => json(200, { is_listed: false, earlier: [] })],
  ['someone the event refuses', () => problem(403, 'guests_only_look')],
])('the device of %s reports once a day', async (_, refusal) => {
  answer = refusal;
  await enqueuePhoto(shot('one'));
  await reportDevice();
  later(3_600_000);
  await enqueuePhoto(shot('two'));
  await reportDevice();
  expect(reports).toHaveLength(1);
  later(24 * 3_600_000);
  await reportDevice();
  expect(reports).toHaveLength(2);
});

test('the device of a guest who became a photographer reports when they open the event, though it has said so today', async () => {
  answer = () => json(200, { is_listed: false, earlier: [] });
  await enqueuePhoto(shot('one'));
  await reportDevice();
  await drain();
  later(3_600_000);
  await reportDevice();
  await reportDevice(null);
  answer = () => json(200, nothingEarlier);
  await reportDevice(EVENT);
  await reportDevice(EVENT);
  expect(reports).toHaveLength(2);
  later(61_000);
  await enqueuePhoto(shot('two'));
  await reportDevice();
  expect(reports.map(({ waiting }) => waiting)).toEqual([1, 0, 1]);
});

test('an event that refuses its staff is asked again every five minutes while they have it open', async () => {
  answer = () => problem(403, 'capture_closed');
  for (let minute = 0; minute < 15; minute += 1) {
    await reportDevice(EVENT);
    later(60_000);
  }
  expect(reports).toHaveLength(3);
});

test('a device that is new at an event reports once when staff open it, and hears of the photos on the earlier one', async () => {
  answer = () => json(200, { is_listed: true, earlier: [earlierPhone] });
  await reportDevice(EVENT);
  await reportDevice(EVENT);
  expect(reports).toMatchObject([{ captured: 0, waiting: 0 }]);
  expect(await earlierDevices(ANA, EVENT)).toEqual([earlierPhone]);
  await dismissEarlierDevices(ANA, EVENT);
  expect(await earlierDevices(ANA, EVENT)).toEqual([]);
  answer = () => json(200, { is_listed: true, earlier: [{ ...earlierPhone, waiting: 11 }] });
  later(61_000);
  await enqueuePhoto(shot('one'));
  await reportDevice(EVENT);
  expect(await earlierDevices(ANA, EVENT)).toMatchObject([{ waiting: 11 }]);
});

test('a database that was recreated and not checked yet is not reported', async () => {
  await enqueuePhoto(shot('one'));
  await withDb((db) => db.delete('meta', 'generation'));
  await reportDevice();
  expect(reports).toEqual([]);
});

test('names of files are cut between characters, and are valid text', async () => {
  await enqueuePhoto(shot('one', { source: 'import', fileName: `${'a'.repeat(99)}🎉🎉.jpg` }));
  await enqueuePhoto(shot('two', { source: 'import', fileName: 'torn\ud83c.jpg', takenAt: Number.MAX_SAFE_INTEGER }));
  await reportDevice();
  expect(reports[0]?.waiting_photos).toMatchObject([
    { file_name: `${'a'.repeat(99)}🎉` },
    { file_name: 'torn\ufffd.jpg', taken_at: '9999-01-01T00:00:00.000Z' },
  ]);
});
