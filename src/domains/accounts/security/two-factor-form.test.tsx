import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { saveDownloads } from '#tests/support/downloads.ts';
import { RecoveryCodesSheet } from './two-factor-form.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('recovery codes are downloaded on touch devices too, as a share sheet would pass them to another app', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { canShare: () => true, share });
  const downloads = saveDownloads();
  render(<RecoveryCodesSheet title="Recovery codes" codes={['aaaa-bbbb']} onClose={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
  expect(downloads.names).toEqual(['recovery-codes.txt']);
  expect(share).not.toHaveBeenCalled();
});
