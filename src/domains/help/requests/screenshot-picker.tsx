import { useCallback, useState } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { Button } from '#src/ui/button.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { Trash2 } from '#src/ui/icons.ts';
import { PictureFileButton, pictureSizeError } from '#src/ui/picture-file.tsx';

interface ScreenshotPickerProps {
  file: File | null;
  /** Name of a file chosen before a page reload, which discards its bytes. */
  lost?: string | undefined;
  onFile: (file: File | null) => void;
}

/** Previews one picture and rejects files that are too large. */
export function ScreenshotPicker({ file, lost, onFile }: ScreenshotPickerProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = (chosen: File) => {
    const reason = pictureSizeError(chosen);
    setRefusal(reason);
    if (reason === null) onFile(chosen);
  };
  return (
    <div className="grid gap-2" role="group" aria-labelledby="screenshot-label">
      <p id="screenshot-label" className="text-sm font-medium">
        Screenshot<span className="font-normal text-ink-muted"> optional</span>
      </p>
      {file && <Preview file={file} />}
      <div className="flex flex-wrap gap-2">
        <PictureFileButton label="Screenshot file" onChosen={choose}>
          {file ? 'Choose another screenshot' : 'Choose a screenshot'}
        </PictureFileButton>
        {file && (
          <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden className="size-4" />} onClick={() => onFile(null)}>
            Remove
          </Button>
        )}
      </div>
      <div aria-live="polite" className="contents">
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
      {lost && !file && <p className="text-sm text-warning">“{lost}” wasn’t saved when you left the page. Choose it again.</p>}
      <p className="text-sm text-ink-muted">
        JPEG, PNG, WebP, AVIF or HEIC, up to 5 MB. Check it first: the person who answers sees all of it.
      </p>
    </div>
  );
}

function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <figure className="grid gap-1">
      <div className="grid h-40 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
        <img ref={show} alt="" className="max-h-40 max-w-full object-contain" />
      </div>
      <figcaption className="text-sm wrap-anywhere text-ink-muted">
        {file.name} · {formatBytes(file.size)}
      </figcaption>
    </figure>
  );
}
