// The mask of an inpainting request, drawn over the image or uploaded as a file: white areas may change.
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { MediaImage, useMediaSource } from '#src/shell/media-image.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Brush, Eraser, ImageUp, Undo2, X } from '#src/ui/icons.ts';
import './mask-editor.css';
import type { RecipeSource } from './recipe.ts';
import { FileButton, sourceUrl, useUpload } from './source-field.tsx';

const NOTHING: readonly Stroke[] = [];

interface MaskFieldProps {
  mask: string | null;
  source: RecipeSource | null;
  /** Why no file can be uploaded now. */
  uploadRefusal: string | null;
  onMask: (mask: string | null) => void;
}

export function MaskField({ mask, source, uploadRefusal, onMask }: MaskFieldProps) {
  const { sending, failure, send } = useUpload(onMask);
  const [drawing, setDrawing] = useState(false);
  const src = source && sourceUrl(source, 'preview');
  const [drawn, setDrawn] = useState<{ src: string | null; strokes: readonly Stroke[] }>({ src: null, strokes: [] });
  /** Strokes belong to one image: a different source starts with an empty mask. */
  const strokes = drawn.src === src ? drawn.strokes : NOTHING;
  const refusal = source ? uploadRefusal : 'Choose an image first.';
  return (
    <div role="group" aria-label="Mask" className="grid gap-1.5">
      <p className="text-sm font-medium">
        Mask<span className="font-normal text-ink-muted"> optional</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {mask === null ? (
          <>
            <Button
              size="sm"
              loading={sending}
              disabledReason={refusal}
              icon={<Brush aria-hidden className="size-4" />}
              onClick={() => setDrawing(true)}
            >
              Draw a mask
            </Button>
            <FileButton label="Choose a mask" icon={<ImageUp aria-hidden className="size-4" />} refusal={refusal} onFile={send} />
          </>
        ) : (
          <>
            <span className="relative size-16 shrink-0 overflow-hidden rounded-sm bg-sunken">
              <MediaImage
                src={sourceUrl({ kind: 'upload', id: mask, event_id: null }, 'thumb')}
                alt="The mask"
                className="absolute inset-0 size-full object-cover"
              />
            </span>
            <span className="text-sm text-ink-muted">White areas can change.</span>
            <IconButton label="Remove mask" icon={<X aria-hidden className="size-4" />} onClick={() => onMask(null)} />
          </>
        )}
      </div>
      {failure !== null && <FieldError>{failure}</FieldError>}
      {mask === null && <p className="text-sm text-ink-muted">Marks the areas to change. Mask files are white on black.</p>}
      {drawing && src !== null && (
        <MaskEditor
          src={src}
          strokes={strokes}
          onStrokes={(change) => setDrawn((before) => ({ src, strokes: change(before.src === src ? before.strokes : NOTHING) }))}
          onMask={(file) => void send(file)}
          onClose={() => setDrawing(false)}
        />
      )}
    </div>
  );
}

// Mask strokes in relative coordinates, independent of the displayed size. Pure.

interface Point {
  /** From the image's left and top edges, each 0 to 1. */
  x: number;
  y: number;
}

interface Stroke {
  /** Brush width as a share of the image's longer side. */
  width: number;
  points: readonly Point[];
}

type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'lineWidth' | 'lineCap' | 'lineJoin' | 'strokeStyle'
>;

const DOT_PX = 0.5;

/** Draws strokes with round caps, and a single point as a dot. */
export function drawStrokes(pen: Pen, strokes: readonly Stroke[], size: { width: number; height: number }, colour: string): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = colour;
  for (const { width, points } of strokes) {
    const [first] = points;
    if (!first) continue;
    pen.lineWidth = width * Math.max(size.width, size.height);
    pen.beginPath();
    pen.moveTo(first.x * size.width, first.y * size.height);
    for (const { x, y } of points.slice(1)) pen.lineTo(x * size.width, y * size.height);
    // Canvas draws no caps on a line of zero length.
    if (points.length === 1) pen.lineTo(first.x * size.width + DOT_PX, first.y * size.height);
    pen.stroke();
  }
}

/** Adds a point to the last stroke. */
export const extendStroke = (strokes: readonly Stroke[], point: Point): readonly Stroke[] =>
  strokes.map((stroke, index) => (index === strokes.length - 1 ? { ...stroke, points: [...stroke.points, point] } : stroke));

interface MaskEditorProps {
  /** URL of the image. */
  src: string;
  /** Controlled by the parent, so that closing the dialog by mistake loses nothing. */
  strokes: readonly Stroke[];
  onStrokes: (change: (before: readonly Stroke[]) => readonly Stroke[]) => void;
  onMask: (file: File) => void;
  onClose: () => void;
}

/** Longer side of the mask. Models gain nothing from more. */
const MASK_PX = 1024;

/** A color that is rare in photos. The mask itself is white. */
const STROKE_COLOR = '#ff2e93';

const BRUSH = { min: 0.01, max: 0.2, step: 0.01, first: 0.06 };

function MaskEditor({ src, strokes, onStrokes, onMask, onClose }: MaskEditorProps) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [brush, setBrush] = useState(BRUSH.first);
  const { url, isUnavailable, onError } = useMediaSource(src);
  const id = useId();
  const none = strokes.length === 0 && 'Nothing drawn yet.';
  const use = async () => {
    if (!size) return;
    onMask(await maskOf(strokes, size));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Draw a mask"
      description="Paint over the areas to change. Everything else stays the same. You can also choose a mask file."
      className="mask-dialog"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            className="mask-use"
            disabledReason={size ? none : 'The image is still loading.'}
            onClick={() => void use()}
          >
            Use this mask
          </Button>
        </>
      }
    >
      <div className="mask-ground">
        {isUnavailable ? (
          <p className="p-6 text-center text-ink-muted">Couldn’t show the image. Choose a mask file instead.</p>
        ) : (
          <img
            src={url}
            alt=""
            draggable={false}
            onError={onError}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize({ width: naturalWidth, height: naturalHeight })}
          />
        )}
        {size && <Drawing size={size} strokes={strokes} brush={brush} onStrokes={onStrokes} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          Brush size
        </label>
        <input
          id={id}
          type="range"
          min={BRUSH.min}
          max={BRUSH.max}
          step={BRUSH.step}
          value={brush}
          aria-valuetext={`${Math.round(brush * 100)}% of the image`}
          onChange={({ target }) => setBrush(Number(target.value))}
          className="mask-brush h-11 min-w-0 flex-1 cursor-pointer accent-accent"
        />
        <Button
          size="sm"
          disabledReason={none}
          icon={<Undo2 aria-hidden className="size-4" />}
          onClick={() => onStrokes((before) => before.slice(0, -1))}
        >
          Undo
        </Button>
        <Button size="sm" disabledReason={none} icon={<Eraser aria-hidden className="size-4" />} onClick={() => onStrokes(() => [])}>
          Clear
        </Button>
      </div>
    </Dialog>
  );
}

interface DrawingProps {
  size: { width: number; height: number };
  strokes: readonly Stroke[];
  brush: number;
  onStrokes: (change: (before: readonly Stroke[]) => readonly Stroke[]) => void;
}

/** A canvas that covers the image exactly. */
function Drawing({ size, strokes, brush, onStrokes }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pressed = useRef<number | null>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    pen.clearRect(0, 0, size.width, size.height);
    drawStrokes(pen, strokes, size, STROKE_COLOR);
  }, [strokes, size]);
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const end = ({ pointerId }: PointerEvent) => {
    if (pressed.current === pointerId) pressed.current = null;
  };
  return (
    <canvas
      ref={canvas}
      width={size.width}
      height={size.height}
      role="img"
      aria-label="Drawing area for the mask"
      className="mask-sheet"
      onPointerDown={(event) => {
        // Ignore a second finger: it usually belongs to the hand around the phone.
        if (event.button !== 0 || pressed.current !== null) return;
        pressed.current = event.pointerId;
        event.currentTarget.setPointerCapture(event.pointerId);
        const point = pointAt(event);
        onStrokes((before) => [...before, { width: brush, points: [point] }]);
      }}
      onPointerMove={(event) => {
        if (pressed.current !== event.pointerId) return;
        const point = pointAt(event);
        onStrokes((before) => extendStroke(before, point));
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

async function maskOf(strokes: readonly Stroke[], shown: { width: number; height: number }): Promise<File> {
  const scale = MASK_PX / Math.max(shown.width, shown.height);
  const size = { width: Math.round(shown.width * scale), height: Math.round(shown.height * scale) };
  const canvas = new OffscreenCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser doesn’t have enough memory to draw a mask.');
  pen.fillStyle = '#000000';
  pen.fillRect(0, 0, size.width, size.height);
  drawStrokes(pen, strokes, size, '#ffffff');
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'mask.png', { type: 'image/png' });
}
