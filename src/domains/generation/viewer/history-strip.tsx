// The history of the image in the viewer: a strip of its ancestors, itself, and what was made from it.
import './history-strip.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { generatedImageUrl } from '#src/domains/generation/generation.ts';
import { describeLibraryImage, eventPhotoUrl, isHidden, type LibraryImage } from '#src/domains/generation/library/library-image.ts';
import { historyQuery } from '#src/domains/generation/queries.ts';
import { CompareDialog, type UploadedPhoto, uploadUrl } from '#src/domains/generation/results/compare-dialog.tsx';
import { CHECKERBOARD, isTransparent } from '#src/domains/generation/results/generated-picture.tsx';
import { placeholder } from '#src/lib/thumbhash.ts';
import { useConnection } from '#src/shell/connection.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronRight, Columns2, EyeOff, ImageOff, Lock } from '#src/ui/icons.ts';

type HistoryItem = components['schemas']['HistoryItem'];

const actionLabels: Record<components['schemas']['ImageAction'], string> = {
  variation: 'Variation',
  inpaint: 'Edited part',
  outpaint: 'Extended',
  upscale: 'Upscaled',
  restyle: 'Restyled',
  'cut-out': 'Cut out',
  erase: 'Erased part',
  repeat: 'Repeated',
};

/** Paging through images asks for the history of those only that are looked at. */
const SETTLE_MS = 250;

/** The id after it stayed the same for a moment. */
function useSettled(id: string): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return settled === id ? id : null;
}

/** On a phone a long history begins at the image itself. */
const intoView = (item: HTMLLIElement | null) => item?.scrollIntoView?.({ block: 'nearest', inline: 'center' });

interface HistoryStripProps {
  image: LibraryImage;
  /** Shows another image of the history. */
  onShow: (image: LibraryImage) => void;
}

export function HistoryStrip({ image, onShow }: HistoryStripProps) {
  const settled = useSettled(image.id);
  const { data, error, refetch } = useQuery({ ...historyQuery(image.id), enabled: settled !== null });
  const isOnline = useConnection() === 'online';
  const [comparing, setComparing] = useState<readonly (LibraryImage | UploadedPhoto)[]>([]);
  const isFailed = error !== null || (!isOnline && settled !== null);
  if (!data)
    return isFailed ? (
      <div className="history-strip" role="status">
        <p className="text-sm">{isOnline ? 'Couldn’t load the history.' : 'The history needs a connection.'}</p>
        {isOnline && (
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        )}
      </div>
    ) : null;
  const { ancestors, upload, descendants, action, is_complete: isComplete } = data;
  if (ancestors.length === 0 && descendants.length === 0 && !upload) return null;
  const children = descendants.filter(({ parent_id: parent }) => parent === image.id);
  const uploaded = upload && { id: upload.id, upload };
  const origin = ancestors.findLast(({ item }) => item !== null)?.item ?? uploaded;
  const countBelow = (id: string | null): number =>
    descendants.reduce((sum, each) => (each.parent_id === id && id !== null ? sum + 1 + countBelow(each.id) : sum), 0);
  return (
    <nav aria-label="History of this image" className="history-strip">
      <ol className="history-line">
        {uploaded && (
          <li className="history-step">
            <Tile label="Your photo" name="Your photo, before and after" onPress={() => setComparing([uploaded, image])}>
              <MediaImage src={uploadUrl(uploaded.id, 'thumb')} alt="" className="absolute inset-0 size-full object-cover" />
            </Tile>
            <ChevronRight aria-hidden className="size-4 shrink-0 opacity-60" />
          </li>
        )}
        {ancestors.map((each, at) => (
          <li key={each.id ?? `gone ${at}`} className="history-step">
            <HistoryTile item={each} label={labelOf(each, each.item?.photo ? 'Photo' : 'Original')} onShow={onShow} />
            <ChevronRight aria-hidden className="size-4 shrink-0 opacity-60" />
          </li>
        ))}
        <li ref={intoView} className="history-step" aria-current="true">
          <Tile
            name={`This image${action ? `, ${actionLabels[action].toLowerCase()}` : ''}`}
            label={action ? actionLabels[action] : 'This image'}
            isCurrent
          >
            <Thumb image={image} />
          </Tile>
        </li>
        {children.length > 0 && (
          <li className="history-step">
            <ChevronRight aria-hidden className="size-4 shrink-0 opacity-60" />
            <ul aria-label="Made from this image" className="history-branches">
              {children.map((each) => (
                <li key={each.id}>
                  <HistoryTile item={each} label={labelOf(each, 'Made from it')} more={countBelow(each.id)} onShow={onShow} />
                </li>
              ))}
            </ul>
          </li>
        )}
        {!isComplete && <li className="history-step text-sm">and more</li>}
      </ol>
      {origin && (
        <IconButton
          size="lg"
          label="Compare"
          icon={<Columns2 aria-hidden className="size-5" />}
          onClick={() => setComparing([origin, image])}
        />
      )}
      <CompareDialog images={comparing} className="venue" onClose={() => setComparing([])} />
    </nav>
  );
}

const labelOf = ({ action }: HistoryItem, otherwise: string): string => (action ? actionLabels[action] : otherwise);

interface HistoryTileProps {
  item: HistoryItem;
  label: string;
  /** How many images were made from it. */
  more?: number;
  onShow: (image: LibraryImage) => void;
}

function HistoryTile({ item: { state, item }, label, more = 0, onShow }: HistoryTileProps) {
  if (!item) {
    const words = state === 'unavailable' ? 'Not available' : 'Deleted image';
    return (
      <Tile label={words} name={words}>
        {state === 'unavailable' ? <Lock aria-hidden className="size-5" /> : <ImageOff aria-hidden className="size-5" />}
      </Tile>
    );
  }
  const name = `${label}: ${describeLibraryImage(item, undefined)}${more > 0 ? `, ${more} made from it` : ''}`;
  return (
    <Tile label={more > 0 ? `${label} +${more}` : label} name={name} onPress={() => onShow(item)}>
      <Thumb image={item} />
    </Tile>
  );
}

interface TileProps {
  /** Below the picture. */
  label: string;
  /** For screen readers. */
  name: string;
  isCurrent?: boolean;
  onPress?: () => void;
  children: ReactNode;
}

function Tile({ label, name, isCurrent = false, onPress, children }: TileProps) {
  const content = (
    <>
      <span className={cn('history-thumb', isCurrent && 'history-current')}>{children}</span>
      <span aria-hidden className="history-label">
        {label}
      </span>
    </>
  );
  return onPress ? (
    <button type="button" aria-label={name} className="history-tile" onClick={onPress}>
      {content}
    </button>
  ) : (
    <span className="history-tile">
      <span className="sr-only">{name}</span>
      {content}
    </span>
  );
}

function Thumb({ image }: { image: LibraryImage }) {
  const { photo, generated } = image;
  if (isHidden(image)) return <EyeOff aria-hidden className="size-5" />;
  const hash = (photo ?? generated)?.thumbhash;
  return (
    <>
      {generated && isTransparent(generated) ? (
        <span className="absolute inset-0" style={{ background: CHECKERBOARD }} />
      ) : (
        hash && <img src={placeholder(hash)} alt="" draggable={false} className="absolute inset-0 size-full object-cover" />
      )}
      <MediaImage
        src={photo ? eventPhotoUrl(photo, 'thumb') : generatedImageUrl(image.id, 'thumb')}
        alt=""
        className="absolute inset-0 size-full object-cover"
      />
    </>
  );
}
