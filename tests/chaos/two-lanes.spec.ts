// A line of 0.5 Mbit/s of which a tenth of the connections is cut: galleries fill with proofs first, and no original is lost or sent twice.
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { deliverOnBadLine, describeFigures } from '#tests/support/two-lanes.ts';

const shots = isFullTier ? 20 : 4;
/** The originals of 20 shots take twenty minutes on the bad line (npm run chaos); cuts and counts are the same on a better one. */
const BETTER_LINE = isFullTier ? 1_000_000 : 400_000;

test('a bad line: all proofs are in the gallery first, then all originals', async ({ page, network, guest, newPhone, serverUrl }, info) => {
  test.setTimeout(isFullTier ? 300_000 : 150_000);
  const onlooker = await (await newPhone({ baseURL: serverUrl })).page();
  const figures = await deliverOnBadLine({ page, onlooker, network, guest, shots, seed: 28, afterwards: BETTER_LINE });
  const words = `${shots} shots: ${describeFigures(figures)}`;
  console.log(`  ${words}`);
  info.annotations.push({ type: 'figure', description: words });
  expect(figures.shownAfterSeconds).toBeLessThanOrEqual(90);
  expect(figures.sentBytes / figures.originalBytes, 'no byte more than 1.2 times').toBeLessThanOrEqual(1.2);
});
