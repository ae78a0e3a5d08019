import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { ExternalLink } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  describeDuration,
  installModel,
  invalidateLocalModels,
  type LocalModel,
  type LocalModelSource,
  readManifest,
} from './local-queries.ts';

interface InstallModelProps {
  /** Of the catalog. Null: whichever the mirror or folder has. */
  model: LocalModel | null;
  folders: readonly string[];
  onClose: () => void;
}

/** Shows what a model needs and its license, and installs it once the license is accepted. */
export default function InstallModel({ model, folders, onClose }: InstallModelProps) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const isPinned = model !== null && model.manifest_sha256 !== null;
  const [kind, setKind] = useState<LocalModelSource['kind']>(isPinned ? 'catalog' : 'mirror');
  const [address, setAddress] = useState('');
  const [folder, setFolder] = useState(folders[0] ?? '');
  const [reviewed, setReviewed] = useState<LocalModel | null>(null);
  const [isAccepted, setAccepted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const shown = kind === 'catalog' ? model : reviewed;
  const source: LocalModelSource = { kind, address: kind === 'catalog' ? null : kind === 'mirror' ? address.trim() : folder };
  const hasSource = kind === 'catalog' || source.address !== '';

  const forget = () => {
    setReviewed(null);
    setAccepted(false);
    setFailure(null);
  };
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(describeFailure(error).detail);
    } finally {
      setBusy(false);
    }
  };
  const review = () =>
    run(async () => {
      const read = await readManifest(source);
      if (model && read.name !== model.name) setFailure(`This is ${read.title}, not ${model.title}.`);
      else setReviewed(read);
    });
  const install = (accepted: LocalModel, sha256: string) =>
    run(async () => {
      await installModel(accepted.name, source, sha256);
      await invalidateLocalModels(client);
      toast.success(`Installing ${accepted.title}`);
      onClose();
    });
  const missing = !isOnline ? NEEDS_CONNECTION : !hasSource ? 'Say where the model is first.' : null;

  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={model ? `Install ${model.title}` : 'Install a model'}
      description="Every server that makes images downloads it once. Afterwards no connection is needed."
      footer={
        shown?.manifest_sha256 ? (
          <Button
            variant="primary"
            className="flex-1"
            loading={isBusy}
            disabledReason={missing ?? shown.misfit ?? (isAccepted ? null : 'Accept the license first.')}
            onClick={() => shown.manifest_sha256 !== null && void install(shown, shown.manifest_sha256)}
          >
            Install
          </Button>
        ) : (
          <Button variant="primary" className="flex-1" loading={isBusy} disabledReason={missing} onClick={() => void review()}>
            Review the manifest
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-1 pb-6">
        {failure !== null && (
          <Banner tone="danger" title={shown ? 'Couldn’t install the model' : 'Couldn’t read the manifest'}>
            {failure}
          </Banner>
        )}
        <RadioGroup
          legend="From"
          name="source"
          columns={1}
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as LocalModelSource['kind']);
            forget();
          }}
          options={[
            ...(isPinned
              ? [{ value: 'catalog', label: 'huggingface.co', help: 'The files are compared with checksums of this release.' }]
              : []),
            { value: 'mirror', label: 'A mirror', help: 'A web address with the files and a manifest.json.' },
            ...(folders.length > 0 ? [{ value: 'folder', label: 'A folder on the server', help: 'In MODELS_FOLDER.' }] : []),
          ]}
        />
        {folders.length === 0 && (
          <p className="text-sm text-ink-muted">
            Folders of this server can be chosen here as well once the variable <code>MODELS_FOLDER</code> names where they are.
          </p>
        )}
        {kind === 'mirror' && (
          <Field label="Address of the mirror" help="https, or http in your own network.">
            {(control) => (
              <Input
                {...control}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://mirror.example.org/models/sd-turbo"
                maxLength={500}
                value={address}
                onChange={(event) => {
                  setAddress(event.currentTarget.value);
                  forget();
                }}
              />
            )}
          </Field>
        )}
        {kind === 'folder' && (
          <Field label="Folder">
            {(control) => (
              <Select
                {...control}
                options={folders.map((name) => ({ value: name, label: name }))}
                value={folder}
                onChange={(next) => {
                  setFolder(next);
                  forget();
                }}
              />
            )}
          </Field>
        )}
        {shown && <Facts model={shown} showsHash={kind !== 'catalog'} />}
        {shown && (
          <Checkbox
            label={`I accept the license ${shown.license.name}`}
            help="Your name and the time are recorded in the log."
            checked={isAccepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
      </div>
    </Sheet>
  );
}

function Facts({ model, showsHash }: { model: LocalModel; showsHash: boolean }) {
  const { license } = model;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <div className="grid gap-1">
        <h3 className="text-base font-semibold">{model.title}</h3>
        <p>{model.description}</p>
        <p className="text-ink-muted">
          {formatBytes(model.bytes)} to download · {formatBytes(model.memory_bytes)} of memory · {describeDuration(model.seconds)}
        </p>
        {model.misfit !== null && <p className="text-danger">{model.misfit}</p>}
      </div>
      {showsHash && (
        <div className="grid gap-1">
          <h4 className="font-semibold">SHA-256 of the manifest</h4>
          <p className="font-mono text-xs wrap-anywhere select-all">{model.manifest_sha256}</p>
          <p className="text-ink-muted">
            Compare it with what the mirror’s owner told you. From now on only files of this manifest are installed.
          </p>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h4 className="font-semibold">License: {license.name}</h4>
        {license.summary !== null && <p>{license.summary} This is a summary: the license itself applies.</p>}
        {license.text !== null && (
          <details>
            <summary className="cursor-pointer text-accent-text underline">License text</summary>
            <p className="mt-2 rounded-md bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap">{license.text}</p>
          </details>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <OutsideLink href={license.url}>Read the license</OutsideLink>
          {model.homepage !== null && <OutsideLink href={model.homepage}>About this model</OutsideLink>}
        </p>
      </div>
    </div>
  );
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1.5 text-accent-text underline">
      {children} <ExternalLink aria-hidden className="size-4" />
    </a>
  );
}
