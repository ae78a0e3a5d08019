import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Library } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { PromptLibraryProps } from './prompt-library.tsx';

const PromptLibrary = lazyPart<PromptLibraryProps>(() => import('./prompt-library.tsx'), {
  name: 'the prompts',
  close: ({ onClose }) => onClose(),
});

/** Opens the prompt library, which loads when it is opened. */
export function PromptLibraryButton(props: Omit<PromptLibraryProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" icon={<Library aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Prompts
      </Button>
      {open && (
        // The library's forms are inside the request's form for React, though not in the page: their submit isn't a request.
        <div className="contents" onSubmit={(event) => event.stopPropagation()}>
          <PromptLibrary {...props} onClose={() => setOpen(false)} />
        </div>
      )}
    </>
  );
}
