// Models that are installed on the servers themselves: what this server can run, one click to install it, progress and removal.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatDateTime, pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Download, FolderInput, RefreshCw, Trash2, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  describeDuration,
  installModel,
  invalidateLocalModels,
  type LocalModel,
  type LocalModelList,
  localModelsQuery,
  type LocalModelStatus,
  removeModel,
  statusOf,
} from './local-queries.ts';
import { invalidateModels } from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const InstallModel = lazyPart(() => import('./install-model.tsx'), { name: 'the form', close });

export function LocalModels() {
  const query = useQuery(localModelsQuery);
  useRefetchOnReconnect(query);
  return (
    <section aria-label="Models on this server" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">Models on this server</h2>
      <QueryState
        query={query}
        skeleton={<LocalModelsSkeleton />}
        failed="Couldn’t load the models on this server"
        offline="You need a connection to install models."
        as="part"
      >
        {(data) => <ModelCards {...data} />}
      </QueryState>
    </section>
  );
}

function LocalModelsSkeleton() {
  return (
    <Loading label="Loading the models on this server" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Skeleton className="h-10 rounded-md" />
      <div className="grid gap-3 lg:grid-cols-2">
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </Loading>
  );
}

function ModelCards({ machine, folders, items }: LocalModelList) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const disabledReason = isOnline ? null : NEEDS_CONNECTION;
  const { ask, question } = useConfirm(disabledReason);
  const [chosen, setChosen] = useState<{ model: LocalModel | null } | null>(null);
  const installed = items
    .filter((model) => statusOf(model) === 'installed')
    .map(({ name }) => name)
    .join(' ');
  // The list of all models has one more, or one less.
  const known = useRef(installed);
  useEffect(() => {
    if (known.current === installed) return;
    known.current = installed;
    void invalidateModels(client);
  }, [client, installed]);

  const change = async (act: () => Promise<string>, failed: string) => {
    try {
      const done = await act();
      await invalidateLocalModels(client);
      toast.success(done);
    } catch (error) {
      toast.error(failed, { detail: describeFailure(error).detail });
    }
  };
  const retry = ({ name, title, installation }: LocalModel) => {
    if (!installation) return;
    const { source, manifest_sha256: sha256 } = installation;
    const again = async () => {
      await installModel(name, source, sha256);
      return `Installing ${title}`;
    };
    void change(again, `Couldn’t install ${title}`);
  };
  const cancel = ({ name, title }: LocalModel) => {
    const stop = async () => {
      await removeModel(name);
      return `Installation of ${title} canceled`;
    };
    void change(stop, 'Couldn’t cancel the installation');
  };
  const remove = ({ name, title, bytes, waiting }: LocalModel) => {
    const waits =
      waiting === 0 ? '' : ` ${pluralize(waiting, 'generation that waits', 'generations that wait')} for it will fail, without a cost.`;
    const erase = async () => {
      await removeModel(name);
      return `${title} removed`;
    };
    ask({
      title: `Remove ${title}?`,
      description: `Its files (${formatBytes(bytes)}) are deleted on all servers. To use it again, you need to download them again.${waits}`,
      action: 'Remove',
      onConfirm: () => void change(erase, `Couldn’t remove ${title}`),
    });
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-muted">
          {machine.name}: {pluralize(machine.threads, 'thread', 'threads')}, {formatBytes(machine.memory_bytes)} of memory,{' '}
          {formatBytes(machine.free_bytes)} of free space. These models run on the server itself: they need no key, and no image leaves it.
        </p>
        <Button size="sm" icon={<FolderInput aria-hidden />} disabledReason={disabledReason} onClick={() => setChosen({ model: null })}>
          {folders.length > 0 ? 'Install from a mirror or folder' : 'Install from a mirror'}
        </Button>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        {items.map((model) => (
          <ModelCard
            key={model.name}
            model={model}
            hasFolders={folders.length > 0}
            disabledReason={disabledReason}
            onInstall={() => setChosen({ model })}
            onRetry={() => retry(model)}
            onCancel={() => cancel(model)}
            onRemove={() => remove(model)}
          />
        ))}
      </ul>
      {question}
      {chosen && <InstallModel model={chosen.model} folders={folders} onClose={() => setChosen(null)} />}
    </>
  );
}

const NOT_PINNED = 'This release doesn’t know the checksums of its files, so it can’t be downloaded with one click.';

interface ModelCardProps {
  model: LocalModel;
  /** Folders of the server can be installed from. */
  hasFolders: boolean;
  disabledReason: string | null;
  onInstall: () => void;
  onRetry: () => void;
  onCancel: () => void;
  onRemove: () => void;
}

function ModelCard({ model, hasFolders, disabledReason, onInstall, onRetry, onCancel, onRemove }: ModelCardProps) {
  const status = statusOf(model);
  const { title, description, bytes, memory_bytes: memory, seconds, license, misfit, installation } = model;
  const isUnpinned = !installation && model.manifest_sha256 === null;
  return (
    <li className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4 text-sm shadow-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
        <StatusBadge status={status} isRecommended={model.is_recommended} />
      </div>
      <p>{description}</p>
      <p className="text-ink-muted">
        {formatBytes(bytes)} to download · {formatBytes(memory)} of memory · {describeDuration(seconds)} · License: {license.name}
      </p>
      {status === 'unfit' && <p>{misfit}</p>}
      {status === 'available' && isUnpinned && (
        <p>
          {NOT_PINNED} Install it from a mirror{hasFolders && ', or a folder of the server,'} that has a manifest.
        </p>
      )}
      {installation && <Machines model={model} />}
      {installation && (
        <p className="text-ink-muted">
          {installation.accepted_by ?? 'A deleted account'} accepted the license on {formatDateTime(installation.accepted_at)}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(status === 'available' || status === 'unfit') && (
          <Button
            variant={model.is_recommended ? 'primary' : 'secondary'}
            icon={<Download aria-hidden />}
            disabledReason={disabledReason ?? misfit ?? (isUnpinned ? NOT_PINNED : null)}
            onClick={onInstall}
          >
            Install
          </Button>
        )}
        {status === 'available' && isUnpinned && (
          <Button icon={<FolderInput aria-hidden />} disabledReason={disabledReason} onClick={onInstall}>
            {hasFolders ? 'Use a mirror or folder' : 'Use a mirror'}
          </Button>
        )}
        {status === 'failed' && (
          <Button variant="primary" icon={<RefreshCw aria-hidden />} disabledReason={disabledReason} onClick={onRetry}>
            Try again
          </Button>
        )}
        {status === 'installing' && (
          <Button icon={<X aria-hidden />} disabledReason={disabledReason} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {(status === 'installed' || status === 'failed') && (
          <Button icon={<Trash2 aria-hidden />} disabledReason={disabledReason} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}

function StatusBadge({ status, isRecommended }: { status: LocalModelStatus; isRecommended: boolean }) {
  if (status === 'installed') return <Badge tone="success">Installed</Badge>;
  if (status === 'installing') return <Badge tone="info">Installing</Badge>;
  if (status === 'failed') return <Badge tone="danger">Failed</Badge>;
  if (status === 'unfit') return <Badge>Doesn’t fit</Badge>;
  return isRecommended ? <Badge tone="accent">Recommended</Badge> : null;
}

/** Progress of each server, and why it failed. */
function Machines({ model: { title, bytes: total, installation } }: { model: LocalModel }) {
  if (!installation) return null;
  const { machines } = installation;
  if (machines.length === 0) return <p role="status">Waiting for a server that makes images…</p>;
  const names = machines.length > 1;
  const shown = machines.filter(({ status }) => status !== 'installed' || names);
  if (shown.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {shown.map(({ host, status, bytes, message }, index) => (
        <li key={`${host} ${index}`} className="grid gap-1">
          {names && <p className="font-medium">{host}</p>}
          {status === 'installed' && <p>Installed</p>}
          {status === 'failed' && <p className="text-danger wrap-anywhere">{message}</p>}
          {status === 'installing' && (
            <>
              <Progress
                label={names ? `Installation of ${title} on ${host}` : `Installation of ${title}`}
                value={total > 0 ? bytes / total : null}
              />
              <p className="text-ink-muted">
                {formatBytes(bytes)} of {formatBytes(total)}
                {message !== null && ` · ${message} Trying again.`}
              </p>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
