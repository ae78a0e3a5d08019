import { useMemo, useRef, type ChangeEvent, type ReactNode } from 'react';
import { ACCEPTED_IMAGE_TYPES } from '#src/lib/image-types.ts';

export interface Picker {
  openFiles(): void;
  /** The phone's own camera app: the fallback if the page may not use the camera. */
  openCamera(): void;
}

/**
 * Two hidden inputs and the functions that open them; `inputs` must be rendered.
 * @param onFiles `taken`: just taken with this device's camera app
 */
export function useFilePicker(onFiles: (files: File[], taken: boolean) => void): { picker: Picker; inputs: ReactNode } {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const picker = useMemo<Picker>(() => ({ openFiles: () => files.current?.click(), openCamera: () => camera.current?.click() }), []);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(event.target.files ?? [])];
    // Allows picking the same file again.
    event.target.value = '';
    onFiles(picked, event.target === camera.current);
  };
  const inputs = (
    <>
      <input ref={files} type="file" multiple accept={ACCEPTED_IMAGE_TYPES} onChange={onChange} hidden aria-label="Photos to import" />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={onChange}
        hidden
        aria-label="Photo from the phone’s camera"
      />
    </>
  );
  return { picker, inputs };
}
