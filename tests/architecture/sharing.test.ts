// A share sheet passes files to other apps, so recovery codes, QR codes and single files that are saved are downloads. On phones it is the only way to
// many photos at once.
import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

const calls = /\bnavigator(?: as [^)]+\))?\??\.share\s*\(/;

test('only exports of photos that wait, and the Share of a photo or a generated image, open the share sheet', () => {
  const sharing = sources(/^(src|sw)\/.*\.tsx?$/).filter((file) => !file.includes('.test.') && calls.test(readSource(file)));
  expect(sharing).toEqual([
    'src/domains/generation/results/original-file.ts',
    'src/domains/photos/viewer/photo-actions.tsx',
    'src/ui/export-photos.ts',
  ]);
});

test('only what waits on the device, and several photos of a gallery, are exported by way of the share sheet', () => {
  const exporting = sources(/^src\/.*\.tsx?$/).filter((file) => {
    return (
      !file.includes('.test.') &&
      /from '[^']*\/(export-photos|photo-export)\.tsx?'|import\('[^']*\/photo-export\.tsx'\)/.test(readSource(file))
    );
  });
  expect(exporting).toEqual([
    'src/camera/storage-refused.tsx',
    'src/domains/photos/gallery/selection-bar.tsx',
    'src/domains/photos/queue/queue-row.tsx',
    'src/domains/photos/queue/queue-sheet.tsx',
    'src/domains/sharing/visit/download-dialog.tsx',
    'src/domains/sharing/visit/shared-gallery.tsx',
    'src/domains/sharing/visit/shared-viewer.tsx',
    'src/shell/logout-dialog.tsx',
    'src/shell/orphaned-photos.tsx',
    'src/shell/save-to-phone.tsx',
    'src/ui/photo-export.tsx',
  ]);
});
