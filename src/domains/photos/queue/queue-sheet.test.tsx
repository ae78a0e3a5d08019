import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withDb } from '#src/outbox/db.ts';
import { aWaitingPhoto } from '#tests/support/photos.ts';
import QueueSheet from './queue-sheet.tsx';

test('"Retry all" sends a photo that needs attention at the next opportunity', async () => {
  const lastError = { code: 'forbidden', message: 'No', at: Date.now() };
  const parked = aWaitingPhoto({ state: 'parked', lastError });
  await withDb((db) => db.put('photos', parked));
  render(
    <QueueSheet open onOpenChange={() => undefined} account={parked.account} eventId={parked.eventId} offline={false} venue={false} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Retry all' }));
  await waitFor(async () => expect(await withDb((db) => db.getAll('photos'))).toMatchObject([{ state: 'waiting', nextAttemptAt: 0 }]));
});
