// Prints an image on a paper of a chosen size, or saves the file for it.
import { useEffect, useState } from 'react';
import { describeImage, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { Download, Printer } from '#src/ui/icons.ts';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { GeneratedPicture } from './generated-picture.tsx';
import { fileNameOf, readOriginal } from './original-file.ts';
import { printFile } from './print-file.ts';
import {
  DEFAULT_PAPER,
  isSmallestPaper,
  type Layout,
  PAPERS,
  preferredLayout,
  printDpi,
  printLayout,
  printQuality,
  sharpSize,
  turnedPaper,
} from './print-size.ts';
import { PrintedImage } from './printed-image.tsx';

const layouts = [
  { value: 'crop', label: 'Fill the paper', help: 'The edges may be cropped.' },
  { value: 'fit', label: 'Whole image', help: 'With white edges.' },
] as const;

/** The height of the preview's area, without its padding. */
const PREVIEW_REM = 9.5;

interface PrintDialogProps {
  image: GeneratedImage;
  /** `.venue` above the viewer. */
  className?: string | undefined;
  onClose: () => void;
}

export default function PrintDialog({ image, className, onClose }: PrintDialogProps) {
  const [paperId, setPaperId] = useState(DEFAULT_PAPER.id);
  const [chosenLayout, setChosenLayout] = useState<Layout | null>(null);
  const [busy, setBusy] = useState<'file' | 'print' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Name of the print file that was downloaded. */
  const [saved, setSaved] = useState<string | null>(null);
  /** Object URL of the original, once the page is printed. */
  const [printed, setPrinted] = useState<string | null>(null);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const paper = PAPERS.find(({ id }) => id === paperId) ?? DEFAULT_PAPER;
  const layout = chosenLayout ?? preferredLayout(image, paper);
  const turned = turnedPaper(paper, image);
  const ratio = turned.width / turned.height;
  const quality = printQuality(printDpi(image, paper, layout), isSmallestPaper(paper));
  useEffect(
    () => () => {
      if (printed !== null) URL.revokeObjectURL(printed);
    },
    [printed],
  );

  const working = async (what: 'file' | 'print', work: (original: Blob) => Promise<void>) => {
    setBusy(what);
    setFailure(null);
    setSaved(null);
    try {
      await work(await readOriginal(image));
    } catch (error) {
      setFailure(describeFailure(error).detail);
    }
    setBusy(null);
  };
  const save = () =>
    working('file', async (original) => {
      const file = await printFile(original, printLayout(image, paper, layout), `${fileNameOf(image)}-${paper.id}.jpg`);
      downloadFile(file);
      setSaved(file.name);
    });
  const print = () =>
    working('print', (original) => {
      setPrinted(URL.createObjectURL(original));
      return Promise.resolve();
    });

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Print"
        className={className}
        description={`Prints sharp up to ${sharpSize(image)} (300 dpi).`}
        footer={
          <>
            <Button
              loading={busy === 'file'}
              disabledReason={offline}
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => void save()}
            >
              Download print file
            </Button>
            <Button
              variant="primary"
              loading={busy === 'print'}
              disabledReason={offline}
              icon={<Printer aria-hidden className="size-4" />}
              onClick={() => void print()}
            >
              Print
            </Button>
            {/* Beside the button, as long as the dialog is open: the file may be for a shop. */}
            <p role="status" className="basis-full text-sm wrap-anywhere empty:hidden">
              {saved !== null && `Print file downloaded: ${saved}`}
            </p>
          </>
        }
      >
        {failure !== null && (
          <Banner tone="danger" title="Couldn’t prepare the print">
            <p>{failure}</p>
          </Banner>
        )}
        <div className="grid h-44 place-items-center rounded-md bg-sunken p-3">
          <div
            role="img"
            aria-label={`Preview: ${describeImage(image)} on ${paper.label}`}
            className="relative overflow-hidden border border-line bg-white shadow-2"
            style={{ aspectRatio: ratio, width: `min(100%, ${PREVIEW_REM * ratio}rem)` }}
          >
            <GeneratedPicture image={image} variant="preview" fit={layout === 'crop' ? 'cover' : 'contain'} />
          </div>
        </div>
        <p role="status" className={cn('text-sm', quality.tone === 'warning' ? 'text-warning' : 'text-ink-muted')}>
          {quality.words}
        </p>
        <RadioGroup
          legend="Size"
          name="paper"
          options={PAPERS.map(({ id, label }) => ({ value: id, label }))}
          value={paperId}
          onChange={({ target }) => setPaperId(target.value)}
        />
        <RadioGroup
          legend="Layout"
          name="layout"
          options={layouts}
          value={layout}
          onChange={({ target }) => setChosenLayout(target.value === 'fit' ? 'fit' : 'crop')}
        />
      </Dialog>
      {printed !== null && (
        <PrintedImage
          src={printed}
          page={turned}
          layout={layout}
          onPrinted={() => setPrinted(null)}
          onFailed={() => {
            setFailure('This browser can’t show the file. Download it instead.');
            setPrinted(null);
          }}
        />
      )}
    </>
  );
}
