import { expect, test } from 'vitest';
import { pushWords } from './status-cards.tsx';

test('push notifications in words: nothing of zeros, and an address instead of a link', () => {
  const push = { devices: 0, waiting: 0, failed_today: 0, contact: 'mailto:ops@example.org' };
  expect(pushWords(push)).toBe('No devices subscribed yet. Contact for push services: ops@example.org');
  expect(pushWords({ ...push, devices: 2, waiting: 1, failed_today: 3 })).toBe(
    '2 devices subscribed. 1 notification waiting. 3 notifications failed in the last 24 hours. Contact for push services: ops@example.org',
  );
});
