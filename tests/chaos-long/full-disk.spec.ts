// The full disk, repeated as often as requested: filled once and left full, and filled with another app that takes all space that becomes free.
import path from 'node:path';
import { demoEvents } from '#server/seed/ids.ts';
import { expectExactlyOnServer } from '#tests/support/app.ts';
import { test } from '#tests/support/chaos-fixtures.ts';
import { runFullDiskScenario } from '#tests/support/full-disk-scenario.ts';
import { reportCounts } from '#tests/support/report-counts.ts';

for (const greedy of [false, true]) {
  const how = greedy ? 'and kept full by another app' : 'and left so';
  test(`a disk filled to the last byte ${how}`, async ({ disk, newPhone, network, guest }) => {
    const phone = await newPhone({ profile: path.join(disk.folder, 'profile'), promised: true });
    const { shots, healed } = await runFullDiskScenario({ phone, email: guest.email, disk, network, fullForMs: 35_000, greedy });
    await expectExactlyOnServer(guest, demoEvents.live, shots);
    reportCounts(`${shots.length} acknowledged, ${shots.length} stored${healed ? `; told: ${healed}` : ''}`);
  });
}
