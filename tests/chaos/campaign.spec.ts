// Faults strike one after the other while a phone shoots, in an order that a seed decides: what was acknowledged is on the server in the end, each
// photo once, and deliveries go on within ten seconds after each fault. `npm run chaos -- --photos 2000 --seed N` runs it with more photos.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '#tests/support/api.ts';
import { Campaign, STALL_LIMIT_MS } from '#tests/support/campaign/campaign.ts';
import { campaignFaults } from '#tests/support/campaign/faults.ts';
import { describeStep, planCampaign, type Step } from '#tests/support/campaign/plan.ts';
import { expect, test as base } from '#tests/support/chaos-fixtures.ts';
import { copyData, demoData } from '#tests/support/demo-data.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import { startServerOn, type TestServer } from '#tests/support/server-process.ts';
import { SmallDisk } from '#tests/support/small-disk.ts';

const photos = Number(process.env['CAMPAIGN_PHOTOS'] ?? 60);
const seed = Number(process.env['CAMPAIGN_SEED'] ?? 28);
/** Positions of the steps to run; all when absent. */
const only = process.env['CAMPAIGN_STEPS']?.split(',').map(Number);

const MB_PER_PHOTO = 0.5;

const test = base.extend<{ server: TestServer }>({
  disk: async ({ browserName }, use) => {
    const disk = new SmallDisk(500 + Math.ceil(photos * MB_PER_PHOTO), browserName);
    chmodSync(disk.folder, 0o755);
    await use(disk);
    disk.dispose();
  },
  server: async ({ disk }, use, info) => {
    copyData(await demoData(), disk.folder);
    const server = await startServerOn(disk.folder);
    await use(server);
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('server.log'), server.log());
    disk.free();
    await server.dispose();
  },
  serverUrl: async ({ server }, use) => {
    await use(server.url);
  },
});

// The browser is killed.
test.use({ onDisk: true });

const SETUP_MS = 120_000;
const STEP_MS = 60_000;
const PHOTO_MS = 5_000;

test(`${photos} photos with seed ${seed}: what was acknowledged is what the server has`, async ({
  phone,
  newPhone,
  network,
  server,
  disk,
}, info) => {
  const byName = new Map(campaignFaults.map((fault) => [fault.name, fault]));
  const history = planCampaign([...byName.keys()], { seed, photos });
  const absent = only?.filter((index) => !history[index]) ?? [];
  if (absent.length > 0) throw new Error(`No step ${absent.join(', ')}: this history has the steps 0 to ${history.length - 1}`);
  const steps = history.filter(({ index }) => !only || only.includes(index));
  test.setTimeout(SETUP_MS + steps.length * STEP_MS + photos * PHOTO_MS);
  phone.console.allow(
    /service worker|ServiceWorker|script resource|module script|unsupported MIME|dynamically imported module|EventSource's response has a MIME type/i,
    'a portal answers the update of the worker, streams, and what the page loads late, with its page',
  );
  const night = await newIsolatedEvent(server.url);
  const [owner, member] = await Promise.all(['owner@demo.test', 'member@demo.test'].map((email) => signIn(server.url, email)));
  const people = { owner: owner!, member: member!, guest: await night.newGuest() };
  const campaign = new Campaign({ phone, newPhone, network, server, disk, eventId: night.id, ...people });
  const begun = performance.now();
  let at: Step | null = null;
  const report = (error: unknown) => {
    const message = error instanceof Error ? error.message : null;
    const seconds = (performance.now() - begun) / 1000;
    const { stalls } = campaign;
    // Written when the server ends.
    const serverLog = info.outputPath('server.log');
    const file = process.env['CAMPAIGN_REPORT'] ?? info.outputPath('campaign.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ seed, photos, steps, failedAt: at?.index ?? null, message, seconds, stalls, serverLog }, null, 2));
  };

  try {
    await campaign.begin();
    for (const step of steps) {
      at = step;
      console.log(`  ${describeStep(step)}`);
      const since = performance.now();
      await runStep(campaign, step);
      console.log(`     ${((performance.now() - since) / 1000).toFixed(0)} s, longest stall ${longestStall(campaign, step.fault)} s`);
    }
    at = null;
    await campaign.settle('the end');
    await campaign.expectCounts();
    expect((await campaign.queue()).waiting).toEqual([]);
    await campaign.expectExactlyAcknowledged();
    const failed = network.requests.filter(({ status, fault }) => status === 500 && fault === null);
    expect(
      failed.map(({ method, path: at }) => `${method} ${at}`),
      'the server never answers 500',
    ).toEqual([]);
    report(null);
  } catch (error) {
    report(error);
    if (at) console.log(`  failed at step ${describeStep(at)}`);
    console.log(`  the server's log: ${path.relative(process.cwd(), info.outputPath('server.log'))}`);
    console.log(`  repeat: npm run chaos -- --photos ${photos} --seed ${seed}${only ? ` --steps ${only.join(',')}` : ''}`);
    throw error;
  }
  const seconds = (performance.now() - begun) / 1000;
  const figures = `${campaign.model.size} acknowledged and stored, ${steps.length} faults, ${(seconds / photos).toFixed(1)} s per photo, longest stall ${longestStall(campaign)} s of ${STALL_LIMIT_MS / 1000}`;
  console.log(`  ${figures}`);
  info.annotations.push({ type: 'told', description: figures });
});

/** Seconds. */
const longestStall = ({ stalls }: Campaign, fault?: string): string =>
  (Math.max(0, ...stalls.filter((one) => fault === undefined || one.fault === fault).map(({ ms }) => ms)) / 1000).toFixed(1);

test('a plan is decided by its seed, and has each fault once before any comes twice', () => {
  const names = campaignFaults.map(({ name }) => name);
  const total = (steps: Step[]) => steps.reduce((sum, { before, during }) => sum + before + during, 0);
  for (const count of [5, 60, 2000]) {
    const steps = planCampaign(names, { seed: 7, photos: count });
    expect(planCampaign(names, { seed: 7, photos: count })).toEqual(steps);
    expect(planCampaign(names, { seed: 8, photos: count })).not.toEqual(steps);
    expect(total(steps)).toBe(count);
    const first = steps.slice(0, names.length).map(({ fault }) => fault);
    expect(new Set(first).size).toBe(first.length);
  }
});

async function runStep(campaign: Campaign, { fault: name, before, during, lastsMs, settles, seed: own }: Step): Promise<void> {
  const fault = campaignFaults.find((one) => one.name === name)!;
  const { retryAfterMs = 0, stopsDelivery } = fault;
  campaign.random = seededRandom(own);
  await campaign.take(before);
  campaign.begunAt = campaign.network.requests.length;
  await fault.begin(campaign);
  const taken = fault.take ? await fault.take(campaign, during) : await campaign.take(during);
  if (stopsDelivery) {
    await pause(lastsMs);
    const delivered = new Set((await campaign.queue()).receipts.map(({ id }) => id));
    expect(
      taken.filter(({ id }) => delivered.has(id)),
      `nothing is delivered during "${name}"`,
    ).toEqual([]);
  }
  await fault.check?.(campaign, taken);
  await fault.end(campaign);
  campaign.retryAfter(retryAfterMs);
  await campaign.expectProgress(name);
  // What the fault refused to acknowledge.
  if (taken.length < during) await campaign.take(during - taken.length);
  if (settles) await campaign.settle(name);
  await campaign.expectCounts();
}
