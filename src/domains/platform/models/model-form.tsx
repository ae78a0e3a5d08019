import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { ChoicesField, namedChoice, organizationChoices } from '#src/domains/platform/choices-field.tsx';
import { planNames } from '#src/domains/platform/organizations/queries.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { CheckboxField, SelectField, SwitchField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  acceptedInputs,
  audienceLabels,
  changeModel,
  invalidateModels,
  type ModelAudience,
  type ModelChanges,
  type PlatformModel,
} from './queries.ts';

interface ModelFormProps {
  /** The version when the form opened. Saving fails if another admin changed it since. */
  model: PlatformModel;
  onClose: () => void;
}

/** Access, price and limits of a model. */
export default function ModelForm({ model, onClose }: ModelFormProps) {
  const client = useQueryClient();
  const { capabilities: takes } = model;
  return (
    <SheetForm
      title={model.name}
      description={model.description}
      schema={modelFormSchema}
      values={modelFormValues(model)}
      submitLabel="Save"
      failureTitle="Couldn’t change the model"
      submit={async (values) => {
        const changes = modelChanges(model, values);
        if (Object.keys(changes).length > 0) await changeModel(model, changes);
        await invalidateModels(client);
      }}
      onDone={() => {
        toast.success(`${model.name} saved`);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-muted">
        {acceptedInputs(model)} {model.licence === null ? 'License unknown.' : `License: ${model.licence}.`}
      </p>
      <SwitchField name="enabled" label="Enabled" help="Queued requests fail when you turn off a model." />
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="mb-3 font-semibold">Available to</legend>
        <SelectField name="audience" label="For" options={toOptions(audienceLabels)} />
        <div className="grid gap-1">
          <p className="text-sm font-medium">Plans</p>
          <p className="text-sm text-ink-muted">Leave empty for all plans. Personal use counts as Free.</p>
          {toOptions(planNames).map(({ value, label }) => (
            <CheckboxField key={value} name={value} label={label} />
          ))}
        </div>
        <ChoicesField
          name="organization_ids"
          label="Only these organizations"
          help="Leave empty for all organizations."
          search={organizationChoices}
          none="No matching organizations."
        />
      </fieldset>
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="mb-3 font-semibold">Cost and limits</legend>
        <TextField name="credits" label="Credits per image" inputMode="numeric" maxLength={4} autoComplete="off" />
        <SwitchField
          name="costs_money"
          label="Costs money"
          help="Each image costs the platform money, for example at a provider. It then needs a confirmed email address and counts toward the daily limit in Settings."
        />
        <TextField
          name="max_count"
          label="Images per request"
          optional
          inputMode="numeric"
          maxLength={1}
          autoComplete="off"
          help={`The model’s limit is ${takes.max_count}.`}
        />
        {takes.sizes.length > 1 && <SelectField name="max_pixels" label="Maximum size" options={sizeOptions(model)} />}
        <TextField
          name="daily_limit"
          label="Images per day"
          optional
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          help="Per organization, and per person for personal use."
        />
      </fieldset>
    </SheetForm>
  );
}

/** Distinct pixel counts in ascending order, including the current setting if the model doesn't list it. */
function sizeOptions({ capabilities, max_pixels: set }: PlatformModel) {
  const byPixels = new Map(capabilities.sizes.map(({ width, height }) => [width * height, `${width} × ${height}`]));
  if (set !== null && !byPixels.has(set)) byPixels.set(set, `${set.toLocaleString()} pixels`);
  const sizes = [...byPixels].toSorted(([one], [other]) => one - other);
  return [{ value: '', label: 'Model’s maximum' }, ...sizes.map(([pixels, label]) => ({ value: String(pixels), label: `Up to ${label}` }))];
}

/** Empty means no limit. */
const limit = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most),
      `Enter a whole number from 1 to ${most.toLocaleString()}, or leave empty.`,
    ),
  );

const modelFormSchema = v.object({
  enabled: v.boolean(),
  audience: v.picklist(['everyone', 'accounts', 'organizations', 'super_admins'] satisfies ModelAudience[]),
  free: v.boolean(),
  pro: v.boolean(),
  studio: v.boolean(),
  organization_ids: v.pipe(v.array(namedChoice), v.maxLength(100, 'At most 100 organizations.')),
  credits: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => /^\d{1,4}$/.test(text) && Number(text) <= 1000, 'Enter a whole number from 0 to 1,000.'),
  ),
  costs_money: v.boolean(),
  max_count: limit(8),
  max_pixels: v.string(),
  daily_limit: limit(100_000),
});
type ModelFormValues = v.InferOutput<typeof modelFormSchema>;

const PLANS = ['free', 'pro', 'studio'] as const;
const written = (limited: number | null) => (limited === null ? '' : String(limited));

const modelFormValues = (model: PlatformModel): ModelFormValues => ({
  enabled: model.enabled,
  audience: model.audience,
  free: model.plans.includes('free'),
  pro: model.plans.includes('pro'),
  studio: model.plans.includes('studio'),
  organization_ids: model.organizations,
  credits: String(model.credits),
  costs_money: model.costs_money,
  max_count: written(model.max_count),
  max_pixels: written(model.max_pixels),
  daily_limit: written(model.daily_limit),
});

const read = (text: string) => (text === '' ? null : Number(text));

/** The changed fields only. */
function modelChanges(model: PlatformModel, values: ModelFormValues): ModelChanges {
  const all: ModelChanges = {
    enabled: values.enabled,
    audience: values.audience,
    plans: PLANS.filter((plan) => values[plan]),
    organization_ids: values.organization_ids.map(({ id }) => id),
    credits: Number(values.credits),
    costs_money: values.costs_money,
    max_count: read(values.max_count),
    max_pixels: read(values.max_pixels),
    daily_limit: read(values.daily_limit),
  };
  const before: ModelChanges = {
    ...model,
    plans: PLANS.filter((plan) => model.plans.includes(plan)),
    organization_ids: model.organizations.map(({ id }) => id),
  };
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ModelChanges]);
  return Object.fromEntries(Object.entries(all).filter(differs));
}
