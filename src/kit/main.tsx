// Every part of the kit in each of its states, on one page that exists only in development (kit.html).
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/styles.css';
import { applyTheme, type Theme } from '#src/lib/theme.ts';
import { Button } from '#src/ui/button.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Toaster } from '#src/ui/toaster.tsx';
import { Actions } from './actions.tsx';
import { Controls } from './controls.tsx';
import { Forms } from './forms.tsx';
import { Foundations } from './foundations.tsx';
import { GridPart } from './grid.tsx';
import { Lists } from './lists.tsx';
import { Office } from './office.tsx';
import { Overlays } from './overlays.tsx';
import { States } from './states.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function Kit() {
  const [theme, setTheme] = useState<Theme>('system');
  const [venue, setVenue] = useState(false);
  const choose = (value: Theme) => {
    setTheme(value);
    applyTheme(document.documentElement, value);
  };
  return (
    <div className={venue ? 'venue' : undefined}>
      <main className="mx-auto grid max-w-5xl gap-14 px-4 py-8 sm:px-8">
        <header className="grid gap-4">
          <h1 className="text-2xl font-semibold">The kit</h1>
          <p className="max-w-2xl text-ink-muted">Each part in each state. One kit serves the venue and everything else.</p>
          <div className="flex flex-wrap items-end gap-4">
            <RadioGroup
              legend="Theme"
              name="theme"
              options={themes}
              value={theme}
              onChange={(event) => choose(event.currentTarget.value as Theme)}
            />
            <Button aria-pressed={venue} onClick={() => setVenue(!venue)}>
              Venue surface
            </Button>
          </div>
        </header>
        <Foundations />
        <Actions />
        <Controls />
        <Forms />
        <Office />
        <GridPart />
        <Lists />
        <States />
        <Overlays />
      </main>
      <Toaster />
    </div>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('kit.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <Kit />
  </StrictMode>,
);
