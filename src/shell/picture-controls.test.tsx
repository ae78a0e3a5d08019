import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from '#src/transport/problem.ts';
import { Toaster } from '#src/ui/toaster.tsx';
import { isBefore } from '#tests/support/document-order.ts';
import { API_HEADERS } from '#tests/support/outbox-server.ts';
import { PictureControls } from './picture-controls.tsx';

afterEach(() => vi.unstubAllGlobals());

const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button, button *' }));

test('a picture that cannot be restored is reported and retained, even after its screen closes', async () => {
  vi.stubGlobal('fetch', async () => new Response('picture', { headers: API_HEADERS }));
  const sent: string[] = [];
  let online = false;
  const upload = async (picture: Blob) => {
    if (!online) throw new NetworkError('unreachable');
    sent.push(await picture.text());
  };
  const remove = vi.fn(() => Promise.resolve());
  const screenOf = (isThere: boolean) => (
    <QueryClientProvider client={new QueryClient()}>
      {isThere && <PictureControls title="Logo" noun="logo" hint="" url="/logo" disabledReason={null} upload={upload} remove={remove} />}
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender } = render(screenOf(true));
  await press('Remove');
  await screen.findByText('Logo removed');
  // Messages stay while the pointer is over them.
  fireEvent.pointerMove(screen.getByRole('region'));
  rerender(screenOf(false));
  await press('Undo');
  await screen.findByText('Couldn’t restore the logo');
  online = true;
  await press('Retry');
  await screen.findByText('Logo saved');
  expect(sent).toEqual(['picture']);
});

test('the reason why a picture was not changed appears below the pressed button, which does not move', async () => {
  vi.stubGlobal('fetch', async () => new Response('picture', { headers: API_HEADERS }));
  const remove = () => Promise.reject(new NetworkError('unreachable'));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PictureControls
        title="Logo"
        noun="logo"
        hint=""
        url="/logo"
        disabledReason={null}
        upload={() => Promise.resolve()}
        remove={remove}
      />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: 'Remove' });
  fireEvent.click(button);
  expect(isBefore(button, await screen.findByText('Couldn’t change the logo'))).toBe(true);
});
