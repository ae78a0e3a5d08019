import { useQueryClient } from '@tanstack/react-query';
import { ChoicesField } from '#src/domains/platform/choices-field.tsx';
import { organizationChoices } from '#src/domains/platform/named-choice.ts';
import { planNames } from '#src/domains/platform/organizations/organization-state-words.ts';
import { optionsOf } from '#src/lib/list-query.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { CheckboxField, SelectField, SwitchField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { modelChanges, modelFormSchema, modelFormValues } from './model-form-values.ts';
import { audienceWords, takenWords } from './model-health-words.ts';
import { changeModel, modelsAreStale, type PlatformModel } from './queries.ts';

interface ModelFormProps {
  /** As it was when the form was opened: nothing is saved over what somebody else changed since. */
  model: PlatformModel;
  onClose: () => void;
}

/** Who may use a model, what it costs and how much of it there is. */
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
      failureTitle="The model was not changed"
      submit={async (values) => {
        const changes = modelChanges(model, values);
        if (Object.keys(changes).length > 0) await changeModel(model, changes);
        await modelsAreStale(client);
      }}
      onDone={() => {
        toast.success(`${model.name} is saved`);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-muted">
        {takenWords(model)} {model.licence === null ? 'Its licence is not told.' : `Licence: ${model.licence}.`}
      </p>
      <SwitchField name="enabled" label="Switched on" help="What is queued for a model that is switched off fails, and says why." />
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="mb-3 font-semibold">Who may use it</legend>
        <SelectField name="audience" label="For" options={optionsOf(audienceWords)} />
        <div className="grid gap-1">
          <p className="text-sm font-medium">Plans</p>
          <p className="text-sm text-ink-muted">Choose none for every plan. What people make for themselves counts as Free.</p>
          {optionsOf(planNames).map(({ value, label }) => (
            <CheckboxField key={value} name={value} label={label} />
          ))}
        </div>
        <ChoicesField
          name="organization_ids"
          label="Only these organizations"
          help="Choose none for all of them."
          search={organizationChoices}
          none="No organization is called that."
        />
      </fieldset>
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="mb-3 font-semibold">Cost and limits</legend>
        <TextField name="credits" label="Credits for each image" inputMode="numeric" maxLength={4} autoComplete="off" />
        <TextField
          name="max_count"
          label="Images of one request"
          optional
          inputMode="numeric"
          maxLength={1}
          autoComplete="off"
          help={`The model itself makes at most ${takes.max_count}.`}
        />
        {takes.sizes.length > 1 && <SelectField name="max_pixels" label="Largest size" options={sizeOptions(model)} />}
        <TextField
          name="daily_limit"
          label="Images a day"
          optional
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          help="For each organization, and for each person for themselves."
        />
      </fieldset>
    </SheetForm>
  );
}

/** From the smallest on, each number of pixels once; the one that is set is among them, also when it is none of the model's. */
function sizeOptions({ capabilities, max_pixels: set }: PlatformModel) {
  const byPixels = new Map(capabilities.sizes.map(({ width, height }) => [width * height, `${width} × ${height}`]));
  if (set !== null && !byPixels.has(set)) byPixels.set(set, `${set.toLocaleString()} pixels`);
  const sizes = [...byPixels].toSorted(([one], [other]) => one - other);
  return [
    { value: '', label: 'As large as the model can' },
    ...sizes.map(([pixels, label]) => ({ value: String(pixels), label: `Up to ${label}` })),
  ];
}
