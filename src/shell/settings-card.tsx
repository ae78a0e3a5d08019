// A form over saved settings: shows unsaved changes, merges changes of others, and confirms before changes are lost.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { ApiError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { Form } from '#src/ui/form.tsx';
import { type FormErrorOptions, useAppForm } from './app-form.ts';
import { NEEDS_CONNECTION, useConnection } from './connection.ts';
import { useUnsavedChanges } from './unsaved-changes.tsx';

/** Fields in readable form: label and value. */
export type FieldSummaries<Values extends FieldValues> = Readonly<Record<keyof Values & string, readonly [label: string, value: string]>>;

interface SettingsCardProps<Saved, Values extends FieldValues> extends FormErrorOptions<Values> {
  title: string;
  lead?: string;
  schema: GenericSchema<Values>;
  /** As it was read last. */
  saved: Saved;
  valuesOf: (saved: Saved) => Values;
  /**
   * Sends only fields that differ from `base`, the initial values: two people may edit at once. Returns the saved settings, or `base` if nothing
   * differs.
   */
  save: (values: Values, base: Saved) => Promise<Saved>;
  /** Reads the settings again after the server refused to overwrite changes of others (412 `changed_meanwhile`), and describes them. */
  conflict?: { read: () => Promise<Saved>; summarize: (values: Values) => FieldSummaries<Values> } | undefined;
  /** Why it cannot be saved now, except for being offline. */
  disabledReason?: string | null;
  /** Fields of `src/ui/form.tsx`. */
  children: ReactNode;
}

export function SettingsCard<Saved, Values extends FieldValues>(props: SettingsCardProps<Saved, Values>) {
  const { title, lead, schema, saved, valuesOf, save, conflict, disabledReason, fieldByCode, messageOf, children } = props;
  const isOnline = useConnection() === 'online';
  // The initial values: changes are counted from here, not from later changes of others.
  const [base, setBase] = useState(saved);
  // The result of a save is known before `saved` is read again.
  const [written, setWritten] = useState<{ over: Saved; answer: Saved } | null>(null);
  const latest = written?.over === saved ? written.answer : saved;
  // Changes of others that a save reported.
  const [clash, setClash] = useState<{ theirs: Values; names: string[] } | null>(null);
  // The visible values were just saved: shows that until the next edit, instead of "no changes".
  const [isSaved, setIsSaved] = useState(false);
  const filled = useRef(saved);
  const begin = (from: Saved) => {
    filled.current = from;
    setBase(() => from);
    setClash(null);
    form.hook.reset(valuesOf(from));
  };
  const put = (name: string, value: unknown) =>
    form.hook.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true, shouldValidate: true });
  /** Rebases the form: edited fields stay, all others show the saved values. */
  const goOnFrom = (now: Saved, before: Values) => {
    const mine = form.hook.getValues();
    const theirs = valuesOf(now);
    begin(now);
    for (const name of differences(mine, before)) put(name, mine[name]);
    setWritten({ over: saved, answer: now });
    setClash({ theirs, names: differences(theirs, before) });
  };
  /** Returns null if another person changed a field of this form; then nothing is saved. */
  const saveOver = async (values: Values, over: Saved): Promise<Saved | null> => {
    try {
      return await save(values, over);
    } catch (error) {
      if (!conflict || !(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error;
    }
    const now = await conflict.read();
    const before = valuesOf(over);
    if (differences(valuesOf(now), before).length === 0) return saveOver(values, now);
    goOnFrom(now, before);
    return null;
  };
  const form = useAppForm<Values>(schema, {
    defaultValues: valuesOf(base) as DefaultValues<Values>,
    submit: async (values) => {
      const answer = await saveOver(values, base);
      if (answer === null) return;
      setWritten({ over: saved, answer });
      begin(answer);
      setIsSaved(true);
    },
    fieldByCode: fieldByCode,
    messageOf,
  });
  const { reset, formState } = form.hook;
  const { isDirty, dirtyFields, errors } = formState;
  const { question } = useUnsavedChanges(isDirty);
  if (isDirty && isSaved && !form.submitting) setIsSaved(false);
  const nothingToSave = !isDirty && (isSaved ? 'All changes are saved.' : 'No changes to save.');

  const theirs = differences(valuesOf(latest), valuesOf(base));
  // The form is untouched: shows changes of others.
  if (!isDirty && theirs.length > 0) setBase(() => latest);
  const show = useEffectEvent((from: Saved) => {
    if (filled.current === from) return;
    filled.current = from;
    reset(valuesOf(from));
  });
  useEffect(() => show(base), [base]);
  const both = theirs.some((name) => name in dirtyFields);

  return (
    <Card title={title} lead={lead}>
      <Form form={form} failureTitle="Couldn’t save your changes" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {children}
        {clash && conflict && (
          <SettingsConflict
            key={JSON.stringify(clash.theirs)}
            names={clash.names}
            fields={conflict.summarize(clash.theirs)}
            isMine={(name) => name in dirtyFields}
            onTake={(name) => put(name, clash.theirs[name])}
            canSave={isDirty}
          />
        )}
        <div
          className={cn(
            '-mx-5 -mb-5 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-5 py-4 pb-[max(--spacing(4),var(--safe-bottom))]',
            // With nothing to save, the bar covers nothing.
            isDirty && 'sticky bottom-0 z-10',
          )}
        >
          <Button
            type="submit"
            variant="primary"
            loading={form.submitting}
            disabledReason={(isOnline ? disabledReason : NEEDS_CONNECTION) ?? nothingToSave}
            onMouseDown={(pressed) => pressed.preventDefault()}
          >
            Save changes
          </Button>
          {isDirty && (
            <Button variant="quiet" onClick={() => begin(latest)}>
              Discard
            </Button>
          )}
          <p aria-live="polite" className="text-sm text-ink-muted">
            {!isOnline && 'Saving needs a connection. '}
            {!isDirty && isSaved && 'Changes saved.'}
            {isDirty && (Object.keys(errors).length > 0 ? 'Fix the errors above.' : 'Unsaved changes.')}
            {isDirty &&
              !form.submitting &&
              theirs.length > 0 &&
              ` Someone else made changes. ${conflict ? SHOWN_FIRST : both ? REPLACES : KEEPS}`}
          </p>
        </div>
      </Form>
      {question}
    </Card>
  );
}

const SHOWN_FIRST = 'Saving shows you their changes first.';
const KEEPS = 'Saving keeps their changes too.';
const REPLACES = 'Saving overwrites fields you both changed. Discard to use theirs.';

/** Fields with different values. */
const differences = (now: FieldValues, before: FieldValues): string[] =>
  Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));

interface SettingsConflictProps {
  /** Fields that another person changed. */
  names: readonly string[];
  /** Their current values, set by another person. */
  fields: FieldSummaries<FieldValues>;
  /** Whether this form still has a different value. */
  isMine: (name: string) => boolean;
  onTake: (name: string) => void;
  /** Something is left to save. */
  canSave: boolean;
}

/** What someone else changed while this form was being filled in, so that nothing is overwritten unseen. */
function SettingsConflict({ names, fields, isMine, onTake, canSave }: SettingsConflictProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className="rounded-lg">
      <Banner tone="warning" title="Someone else changed these settings">
        <p>Nothing has been saved yet. What they changed:</p>
        <ul className="mt-2 grid gap-2">
          {names.map((name) => {
            const [label = name, value = ''] = fields[name] ?? [];
            return (
              <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 wrap-anywhere">
                  <b className="font-medium text-ink">{label}</b> is now “{value}”.{' '}
                  {isMine(name) ? 'Your value is in the form.' : 'It’s now in the form.'}
                </span>
                {isMine(name) && (
                  <Button size="sm" onClick={() => onTake(name)}>
                    {`Use theirs: ${label}`}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        <p className="mt-2">
          {canSave
            ? 'Review the form, then save. Your values replace the saved ones.'
            : 'The form matches what’s saved. There’s nothing left to save.'}
        </p>
      </Banner>
    </div>
  );
}
