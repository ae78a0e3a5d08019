// The API key of an image provider: set, replaced, tested and removed. The key itself never comes back from the server.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { formatDateTime, pluralize } from '#src/lib/format.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { applyKey, invalidateModels, type KeyTest, type ModelProvider, type ProviderKey, removeKey, saveKey, testKey } from './queries.ts';

interface ProviderKeyPartProps {
  provider: ModelProvider;
  providerKey: ProviderKey;
}

export function ProviderKeyPart({ provider, providerKey: key }: ProviderKeyPartProps) {
  const client = useQueryClient();
  const disabledReason = useConnection() === 'online' ? null : NEEDS_CONNECTION;
  const { ask, question } = useConfirm(disabledReason);
  const [isReplacing, setReplacing] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const [test, setTest] = useState<KeyTest | null>(null);
  const part = useRef<HTMLDivElement>(null);
  // The button that opened the form is gone.
  useEffect(() => {
    if (isReplacing) part.current?.querySelector('input')?.focus();
  }, [isReplacing]);
  const { id, name, models } = provider;
  // Lists that were cached by an earlier release have none.
  const unused = (key.unused as ProviderKey['unused'] | undefined) ?? null;
  const isEmpty = key.source === 'none' && unused === null;

  const runTest = async () => {
    setTesting(true);
    try {
      const result = await testKey(id);
      setTest(unused && result.result !== 'accepted' ? null : result);
      if (unused) await invalidateModels(client);
    } catch (error) {
      setTest({ result: 'failed', message: describeFailure(error).detail });
    } finally {
      setTesting(false);
    }
  };
  const remove = async (version: string | null, done: string) => {
    try {
      await removeKey(id, version);
      setTest(null);
      await invalidateModels(client);
      toast.success(done);
    } catch (error) {
      toast.error(`Couldn’t remove the key of ${name}`, { detail: describeFailure(error).detail });
    }
  };
  const save = async (text: string) => {
    setTest(null);
    const saved = await saveKey(id, text);
    await invalidateModels(client);
    setReplacing(false);
    part.current?.focus();
    // The list says so.
    if (saved.unused) return;
    // The server has forgotten a key that was replaced.
    const undo = () => void remove(saved.version, `Key of ${name} removed`);
    toast.success(`Key of ${name} saved`, key.source === 'app' ? {} : { action: { label: 'Undo', onClick: undo } });
    setTest({ result: 'accepted', message: `${name} accepts this key.` });
  };
  const apply = async ({ version }: UnusedKey) => {
    try {
      await applyKey(id, version);
      setTest(null);
      await invalidateModels(client);
      toast.success(`Key of ${name} is in use`);
    } catch (error) {
      toast.error(`Couldn’t use the key of ${name}`, { detail: describeFailure(error).detail });
    }
  };
  const askToApply = (waiting: UnusedKey) =>
    waiting.test.result === 'refused'
      ? ask({
          title: `Use a key that ${name} refused?`,
          description:
            'Its models are offered to people at once. Their requests fail, without a cost, unless the key is restricted on purpose.',
          action: 'Use anyway',
          onConfirm: () => void apply(waiting),
        })
      : void apply(waiting);
  const askToRemove = () =>
    ask({
      title: `Remove the key of ${name}?`,
      description: key.is_in_environment
        ? `The key in ${key.variable} is used again. To use this one again, you need to enter it again.`
        : `${pluralize(models, 'model is', 'models are')} no longer offered, and requests that wait for ${models === 1 ? 'it' : 'them'} fail, without a cost. To use this key again, you need to enter it again.`,
      action: 'Remove',
      onConfirm: () => void remove(key.version, `Key of ${name} removed`),
    });

  const form = (
    <KeyForm
      name={name}
      submitLabel={isEmpty ? 'Add key' : 'Save key'}
      disabledReason={disabledReason}
      onSave={save}
      onCancel={
        isReplacing
          ? () => {
              setReplacing(false);
              part.current?.focus();
            }
          : null
      }
    />
  );
  return (
    <div ref={part} tabIndex={-1} className="grid gap-2 border-t border-line pt-2 outline-none">
      {key.source !== 'none' && <p className="wrap-anywhere">{describeKey(key)}</p>}
      <div role="status" className="grid gap-2">
        {unused && <p className="wrap-anywhere">{describeUnused(unused)}</p>}
      </div>
      {unused && (
        <div className="flex flex-wrap gap-2">
          {key.can_test && (
            <Button size="sm" loading={isTesting} disabledReason={disabledReason} onClick={() => void runTest()}>
              Test again
            </Button>
          )}
          <Button size="sm" disabledReason={disabledReason} onClick={() => askToApply(unused)}>
            Use anyway
          </Button>
          <Button
            size="sm"
            disabledReason={disabledReason}
            onClick={() => void remove(unused.version, `Key of ${name} that was not in use removed`)}
          >
            Discard
          </Button>
        </div>
      )}
      {isEmpty || isReplacing ? (
        form
      ) : (
        <div className="flex flex-wrap gap-2">
          {key.can_test && !unused && (
            <Button size="sm" loading={isTesting} disabledReason={disabledReason} onClick={() => void runTest()}>
              Test key
            </Button>
          )}
          <Button size="sm" disabledReason={disabledReason} onClick={() => setReplacing(true)}>
            Replace key
          </Button>
          {key.source === 'app' && (
            <Button size="sm" disabledReason={disabledReason} onClick={askToRemove}>
              Remove key
            </Button>
          )}
        </div>
      )}
      <p role="status" className="wrap-anywhere">
        {test && (
          <>
            <Badge tone={testLabels[test.result].tone}>{testLabels[test.result].label}</Badge> {test.message}
          </>
        )}
      </p>
      {question}
    </div>
  );
}

const testLabels: Record<KeyTest['result'], { label: string; tone: 'success' | 'danger' | 'warning' | 'neutral' }> = {
  accepted: { label: 'Key works', tone: 'success' },
  refused: { label: 'Key refused', tone: 'danger' },
  failed: { label: 'Test failed', tone: 'warning' },
  untested: { label: 'Not tested', tone: 'neutral' },
};

type UnusedKey = NonNullable<ProviderKey['unused']>;

/** "The key that ends with a1B2, set by Sam Super on …. Not in use: the test failed: …". */
function describeUnused({ ending, set_by: person, set_at: at, test: { result, message } }: UnusedKey): string {
  const which = ending === null ? 'A key' : `The key that ends with ${ending}`;
  const why = result === 'untested' ? message : `the test failed: ${message}`;
  return `${which}, set by ${person ?? 'a deleted account'} on ${formatDateTime(at)}. Not in use: ${why}`;
}

/** "The key that ends with a1B2, set by Sam Super on …". */
export function describeKey({
  source,
  ending,
  set_by: person,
  set_at: at,
  variable,
  is_in_environment: isInEnvironment,
}: ProviderKey): string {
  const which = ending === null ? 'A key' : `The key that ends with ${ending}`;
  if (source === 'environment') return `${which}, from ${variable} in the server’s environment. A key that you save here is used instead.`;
  const when = at === null ? '' : ` on ${formatDateTime(at)}`;
  const instead = isInEnvironment ? ` It is used instead of ${variable} in the server’s environment.` : '';
  return `${which}, set by ${person ?? 'a deleted account'}${when}.${instead}`;
}

/** Like the server's rule. Spaces and line breaks around it come with pasting. */
const keySchema = v.object({
  key: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Paste the key.'),
    v.maxLength(2000, 'This is too long for a key.'),
    v.regex(/^[\x21-\x7e]+$/, 'This is no key: it contains spaces or special characters. Copy it again.'),
  ),
});

interface KeyFormProps {
  name: string;
  submitLabel: string;
  disabledReason: string | null;
  onSave: (key: string) => Promise<void>;
  /** Null: there is nothing to go back to. */
  onCancel: (() => void) | null;
}

function KeyForm({ name, submitLabel, disabledReason, onSave, onCancel }: KeyFormProps) {
  const form = useAppForm(keySchema, { defaultValues: { key: '' }, submit: ({ key }) => onSave(key) });
  return (
    <Form form={form} failureTitle="Couldn’t save the key" className="grid gap-2" aria-label={`Key of ${name}`}>
      <TextField
        name="key"
        type="password"
        label={`${name} API key`}
        help="Stored encrypted, and never shown again."
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={form.submitting} disabledReason={disabledReason}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
