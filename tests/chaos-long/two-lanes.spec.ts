// The whole of tests/chaos/two-lanes.spec.ts on the bad line: the originals of 20 shots take more than twenty minutes.
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { deliverOnBadLine, describeFigures } from '#tests/support/two-lanes.ts';

test('20 shots of 4 MB at 0.5 Mbit/s, a tenth of the connections cut', async ({ page, network, guest, newPhone, serverUrl }, info) => {
  test.setTimeout(45 * 60_000);
  const onlooker = await (await newPhone({ baseURL: serverUrl })).page();
  const figures = await deliverOnBadLine({ page, onlooker, network, guest, shots: 20, seed: 28 + info.repeatEachIndex });
  console.log(`  ${describeFigures(figures)}`);
  expect(figures.shownAfterSeconds).toBeLessThanOrEqual(90);
  expect(figures.sentBytes / figures.originalBytes).toBeLessThanOrEqual(1.2);
});
