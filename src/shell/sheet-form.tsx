// A form in a side sheet: focuses its first field, confirms before typed values are lost, and closes after a successful submit.
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useLayoutEffect, useState, type ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { useAppForm, type FormErrorOptions } from './app-form.ts';
import { NEEDS_CONNECTION, useConnection } from './connection.ts';
import { QueryFailure } from './query-state.tsx';
import { useUnsavedChanges } from './unsaved-changes.tsx';

interface SheetFormProps<Values extends FieldValues, Answer> extends FormErrorOptions<Values> {
  title: string;
  description?: string;
  schema: GenericSchema<Values>;
  /** The initial values; later ones are ignored. Undefined: still loading. */
  values: Values | undefined;
  /** The query of the values, if there is one. */
  query?: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  /** Why it cannot start without a connection. */
  offline?: string;
  /** A function if the label depends on the current values. */
  submitLabel: string | ((values: Values) => string);
  /** The person cannot undo it. */
  destructive?: boolean;
  /** "The event could not be made". */
  failureTitle: string;
  /** Why it cannot be submitted now, except for being offline. */
  disabledReason?: string | null;
  submit: (values: Values) => Promise<Answer>;
  /** Closes it, or navigates to the result. */
  onDone: (answer: Answer) => void;
  onClose: () => void;
  /** Fields of `src/ui/form.tsx`. */
  children: ReactNode;
}

/** Open while it is rendered. */
export function SheetForm<Values extends FieldValues, Answer>(props: SheetFormProps<Values, Answer>) {
  const { title, description, schema, values, query, offline, submitLabel, failureTitle, submit, onDone, onClose, children } = props;
  const { disabledReason, destructive, fieldByCode, messageOf } = props;
  const id = useId();
  const isOnline = useConnection() === 'online';
  const form = useAppForm<Values>(schema, {
    defaultValues: values as DefaultValues<Values> | undefined,
    submit: async (sent) => {
      const answer = await submit(sent);
      release(() => onDone(answer));
    },
    fieldByCode: fieldByCode,
    messageOf,
  });
  const { reset, formState } = form.hook;
  const { question, release, leave } = useUnsavedChanges(formState.isDirty);
  const [begun, setBegun] = useState(values);
  if (!begun && values) setBegun(values);
  useLayoutEffect(() => {
    if (begun) reset(begun);
  }, [begun, reset]);

  const close = () => leave(onClose);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || close()}
      title={title}
      description={description}
      className="md:w-[34rem]"
      footer={
        begun && (
          <>
            <Button
              type="submit"
              form={id}
              variant={destructive ? 'danger' : 'primary'}
              className="flex-1"
              loading={form.submitting}
              disabledReason={isOnline ? disabledReason : NEEDS_CONNECTION}
              // The left field must not show its error between press and release: the button would move away from under the pointer.
              onMouseDown={(pressed) => pressed.preventDefault()}
            >
              {typeof submitLabel === 'string' ? submitLabel : submitLabel(form.hook.watch())}
            </Button>
            <Button onClick={close} onMouseDown={(pressed) => pressed.preventDefault()}>
              Cancel
            </Button>
          </>
        )
      }
    >
      {begun ? (
        <Form form={form} id={id} failureTitle={failureTitle} className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-1 pb-6">
          {children}
          {!isOnline && (
            <Banner title={NEEDS_CONNECTION}>You can submit it once you’re back online. Keep this page open until then.</Banner>
          )}
        </Form>
      ) : query?.error && !query.isFetching ? (
        <QueryFailure error={query.error} failed="Couldn’t open the form" offline={offline} onRetry={() => void query.refetch()} />
      ) : (
        <FormSkeleton />
      )}
      {question}
    </Sheet>
  );
}

function FormSkeleton() {
  return (
    <Loading label="Loading the form" className="grid gap-6 pt-2">
      {['w-16', 'w-24', 'w-14', 'w-20', 'w-28'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-10 rounded-md" />
        </div>
      ))}
    </Loading>
  );
}
