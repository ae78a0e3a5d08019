import { useId, useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { BookOpen, History } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { promptTemplates } from './templates.ts';

interface PromptFieldProps {
  prompt: string;
  optional: boolean;
  maxLength: number;
  history: readonly string[];
  onPrompt: (prompt: string) => void;
}

/** Told once little is left. */
const NEAR_THE_END = 0.8;

export function PromptField({ prompt, optional, maxLength, history, onPrompt }: PromptFieldProps) {
  const id = useId();
  const [open, setOpen] = useState<'templates' | 'history' | null>(null);
  const tooLong = prompt.trim().length > maxLength;
  const take = (text: string) => {
    onPrompt(text);
    setOpen(null);
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Describe the image
        {optional && <span className="font-normal text-ink-muted"> optional</span>}
      </label>
      <Textarea
        id={id}
        rows={4}
        value={prompt}
        placeholder="Two balloons and a cake on a hill at sunset"
        aria-invalid={tooLong || undefined}
        aria-describedby={`${id}-room`}
        style={{ fontSize: '1rem' }}
        onChange={({ target }) => onPrompt(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="quiet" icon={<BookOpen aria-hidden className="size-4" />} onClick={() => setOpen('templates')}>
          Templates
        </Button>
        <Button
          size="sm"
          variant="quiet"
          icon={<History aria-hidden className="size-4" />}
          disabledReason={history.length === 0 && 'No descriptions yet.'}
          onClick={() => setOpen('history')}
        >
          History
        </Button>
        <p
          id={`${id}-room`}
          className={tooLong ? 'ml-auto text-sm text-danger tabular-nums' : 'ml-auto text-sm text-ink-muted tabular-nums'}
        >
          {prompt.length > maxLength * NEAR_THE_END && `${formatCount(prompt.trim().length)} of ${formatCount(maxLength)}`}
        </p>
      </div>
      <Sheet
        open={open !== null}
        onOpenChange={(now) => now || setOpen(null)}
        title={open === 'history' ? 'Recent descriptions' : 'Templates'}
        description={open === 'history' ? 'Choose one to use it again.' : 'Starting points for events. Change them as you like.'}
      >
        <ul className="grid gap-2 pt-1">
          {(open === 'history' ? history.map((text) => ({ name: null, prompt: text })) : promptTemplates).map((each) => (
            <li key={each.prompt}>
              <button
                type="button"
                onClick={() => take(each.prompt)}
                className="grid min-h-11 w-full content-center gap-0.5 rounded-md border border-line bg-control p-3 text-left transition-colors hover:border-line-strong"
              >
                {each.name !== null && <span className="text-sm font-medium">{each.name}</span>}
                <span className="line-clamp-3 text-sm text-ink-muted">{each.prompt}</span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}
