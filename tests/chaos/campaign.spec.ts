// Faults strike one after the other while a phone shoots, in an order that a seed decides: what was acknowledged is on the server in the end, each
// photo once, and deliveries go on within ten seconds after each fault. `npm run chaos -- --photos 2000 --seed N` runs it with more photos.
import { chmodSync } from 'node:fs';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
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
  const steps = planCampaign([...byName.keys()], { seed, photos }).filter(({ index }) => !only || only.includes(index));
  test.setTimeout(SETUP_MS + steps.length * STEP_MS + photos * PHOTO_MS);
  phone.console.allow(
    /service worker|ServiceWorker|script resource|module script|unsupported MIME|dynamically imported module/i,
    'a portal answers the update of the worker, and what the page loads late, with its page',
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
    const file = process.env['CAMPAIGN_REPORT'] ?? info.outputPath('campaign.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ seed, photos, steps, failedAt: at?.index ?? null, message, seconds, stalls }, null, 2));
  };

  try {
    await campaign.begin();
    for (const step of steps) {
      at = step;
      console.log(`  ${describeStep(step)}`);
      await runStep(campaign, step);
    }
    at = null;
    await campaign.settle('the end');
    await campaign.expectCounts();
    expect((await campaign.queue()).waiting).toEqual([]);
    await campaign.expectExactlyAcknowledged();
    report(null);
  } catch (error) {
    report(error);
    if (at) console.log(`  failed at step ${describeStep(at)}`);
    console.log(`  repeat: npm run chaos -- --photos ${photos} --seed ${seed}${only ? ` --steps ${only.join(',')}` : ''}`);
    throw error;
  }
  const seconds = (performance.now() - begun) / 1000;
  const longest = Math.max(0, ...campaign.stalls.map(({ ms }) => ms)) / 1000;
  const figures = `${campaign.model.size} acknowledged and stored, ${steps.length} faults, ${(seconds / photos).toFixed(1)} s per photo, longest stall ${longest.toFixed(1)} s of ${STALL_LIMIT_MS / 1000}`;
  console.log(`  ${figures}`);
  info.annotations.push({ type: 'told', description: figures });
});

async function runStep(campaign: Campaign, { fault: name, before, during, settles, seed: own }: Step): Promise<void> {
  const fault = campaignFaults.find((one) => one.name === name)!;
  const { retryAfterMs = 0, stopsDelivery } = fault;
  campaign.random = seededRandom(own);
  await campaign.take(before);
  await fault.begin(campaign);
  const taken = fault.take ? await fault.take(campaign, during) : await campaign.take(during);
  if (stopsDelivery) {
    const delivered = new Set((await campaign.queue()).receipts.map(({ id }) => id));
    expect(
      taken.filter(({ id }) => delivered.has(id)),
      `nothing is delivered during "${name}"`,
    ).toEqual([]);
  }
  await fault.check?.(campaign, taken);
  await fault.end(campaign);
  await campaign.expectProgress(name, retryAfterMs);
  // What the fault refused to acknowledge.
  if (taken.length < during) await campaign.take(during - taken.length);
  if (settles) await campaign.settle(name, retryAfterMs);
  await campaign.expectCounts();
}
