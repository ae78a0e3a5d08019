import { useRef } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { ACCEPTED_IMAGE_TYPES } from '#src/lib/image-types.ts';
import { ImageUp } from '#src/ui/icons.ts';
import { Button, type ButtonProps } from './button.tsx';

/** The limits of the server (`uploadOrganizationAvatar`, `uploadTicketScreenshot`). */
const MAX_BYTES = 5_000_000;

/** Why a picture cannot be uploaded; null if it can. */
export function pictureSizeError({ size }: Blob, most = MAX_BYTES): string | null {
  if (size === 0) return 'This file is empty. Choose another one.';
  return size > most ? `This file is ${formatBytes(size)}. The limit is ${formatBytes(most)}.` : null;
}

interface PictureFileButtonProps extends Pick<ButtonProps, 'loading' | 'disabledReason' | 'children'> {
  /** "Logo file": the name of the hidden input. */
  label: string;
  /** Called before one is chosen. */
  onPress?: () => void;
  onChosen: (file: File) => void;
}

/** Chooses one picture; choosing the same one again also counts. */
export function PictureFileButton({ label, onPress, onChosen, ...button }: PictureFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_IMAGE_TYPES}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen) onChosen(chosen);
        }}
      />
      <Button
        {...button}
        size="sm"
        icon={<ImageUp aria-hidden className="size-4" />}
        onClick={() => {
          onPress?.();
          input.current?.click();
        }}
      />
    </>
  );
}
