import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { ApiError } from '#src/transport/problem.ts';
import { SelectField, SwitchField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { invalidateScreens, pairScreen, type Screen, updateScreen } from './queries.ts';
import { type WallFacts, wallStatus } from './wall-status.ts';

const MAX_NAME = 80;
const name = v.pipe(v.string(), v.maxLength(MAX_NAME, `Use at most ${MAX_NAME} characters.`));
const pairSchema = v.object({ code: v.pipe(v.string(), v.regex(/^\s*(\d\s*){6}$/, 'Enter the six digits on the screen.')), name });

const waitMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 429 && error.retryAfter !== null
    ? `Too many wrong codes. Try again in ${Math.ceil(error.retryAfter / 60)} min.`
    : null;

/** Enters the code that a screen shows. */
export function PairForm({ event, onClose }: { event: WallFacts & { id: string }; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <SheetForm
      title="Pair a screen"
      description={`Open ${location.host}/wall on the screen. It shows a code.`}
      schema={pairSchema}
      values={{ code: '', name: '' }}
      submitLabel="Pair screen"
      failureTitle="Couldn’t pair the screen"
      fieldByCode={{ unknown_screen_code: 'code' }}
      messageOf={waitMessage}
      submit={async (values) => {
        const screen = await pairScreen(event.id, values);
        await invalidateScreens(client);
        return screen;
      }}
      onDone={(screen) => {
        toast.success(`“${screen.name}” ${wallStatus(event, Date.now())}`);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="code" label="Code on the screen" inputMode="numeric" maxLength={11} autoComplete="off" />
      <TextField name="name" label="Name" optional help="Where it stands: “Foyer”." maxLength={MAX_NAME} autoComplete="off" />
    </SheetForm>
  );
}

const screenSchema = v.object({
  name: v.pipe(
    name,
    v.check((text) => text.trim() !== '', 'Enter a name.'),
  ),
  seconds: v.string(),
  shows_photographer: v.boolean(),
  shows_join_code: v.boolean(),
});

const SECONDS = [5, 8, 10, 15, 20, 30, 60];

interface ScreenFormProps {
  screen: Screen;
  /** People can join the event with its code. */
  canJoin: boolean;
  onClose: () => void;
}

/** What a paired screen is called and shows. */
export function ScreenForm({ screen, canJoin, onClose }: ScreenFormProps) {
  const client = useQueryClient();
  const choices = [...new Set([...SECONDS, screen.seconds])].toSorted((a, b) => a - b);
  return (
    <SheetForm
      title="Edit screen"
      description="The screen follows at once."
      schema={screenSchema}
      values={{
        name: screen.name,
        seconds: String(screen.seconds),
        shows_photographer: screen.shows_photographer,
        shows_join_code: screen.shows_join_code,
      }}
      submitLabel="Save"
      failureTitle="Couldn’t save the screen"
      submit={async (values) => {
        await updateScreen(screen, { ...values, name: values.name.trim(), seconds: Number(values.seconds) });
        await invalidateScreens(client);
      }}
      onDone={onClose}
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={MAX_NAME} autoComplete="off" />
      <SelectField
        name="seconds"
        label="Time per photo"
        options={choices.map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }))}
      />
      <SwitchField name="shows_photographer" label="Photographer’s name" />
      <SwitchField
        name="shows_join_code"
        label="QR code to join"
        help={canJoin ? 'Anyone who sees the screen can join the event.' : 'Shown while people can join the event with its code.'}
      />
    </SheetForm>
  );
}
