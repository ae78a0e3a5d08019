// Draws the mask of an inpainting request over its image: with a finger, a pen, the mouse, or a rectangle by the keyboard.
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { transformOf, usePinchZoom, type View, WHOLE, zoomedView } from '#src/domains/generation/results/pinch-zoom.ts';
import { useMediaSource } from '#src/shell/media-image.tsx';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Eraser, Maximize, RotateCw, Undo2, ZoomIn, ZoomOut } from '#src/ui/icons.ts';
import './mask-editor.css';
import {
  blurred,
  changeRectangle,
  drawStep,
  drawSteps,
  extendStroke,
  isMarked,
  type MaskStep,
  type Point,
  type Rectangle,
} from './mask-steps.ts';

export interface MaskDrawing {
  steps: readonly MaskStep[];
  /** Taken back, the latest last. */
  undone: readonly MaskStep[];
  /** Width of the soft edge, as a share of the image's longer side. */
  feather: number;
}

export interface MaskEditorProps {
  /** URL of the image. */
  src: string;
  /** Controlled by the parent, so that closing the dialog by mistake loses nothing. */
  drawing: MaskDrawing;
  onDrawing: (drawing: MaskDrawing) => void;
  onMask: (file: File) => void;
  onClose: () => void;
}

/** Longer side of the mask, also while it is drawn: large images are no slower. Models gain nothing from more. */
const MASK_PX = 1024;

/** A color that is rare in photos. The mask itself is white. */
const STROKE_COLOR = '#ff2e93';

const BRUSH = { min: 0.01, max: 0.2, step: 0.01, first: 0.06 };
const FEATHER = { min: 0, max: 0.05, step: 0.005 };

type Tool = 'paint' | 'erase';
const tools = [
  { value: 'paint', label: 'Brush' },
  { value: 'erase', label: 'Eraser' },
] as const;

interface Size {
  width: number;
  height: number;
}

export default function MaskEditor({ src, drawing, onDrawing, onMask, onClose }: MaskEditorProps) {
  const [natural, setNatural] = useState<Size | null>(null);
  const [brush, setBrush] = useState(BRUSH.first);
  const [tool, setTool] = useState<Tool>('paint');
  const [view, setView] = useState(WHOLE);
  const [preparing, setPreparing] = useState(false);
  const { url, isUnavailable, onError } = useMediaSource(src);
  const frame = useRef<HTMLDivElement>(null);
  const { steps, undone, feather } = drawing;
  const marked = isMarked(steps);
  const add = (step: MaskStep) => onDrawing({ ...drawing, steps: [...steps, step], undone: [] });
  const undo = () => {
    const last = steps.at(-1);
    if (last) onDrawing({ ...drawing, steps: steps.slice(0, -1), undone: [...undone, last] });
  };
  const redo = () => {
    const next = undone.at(-1);
    if (next) onDrawing({ ...drawing, steps: [...steps, next], undone: undone.slice(0, -1) });
  };
  const zoom = (factor: number) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setView(zoomedView(view, factor, { x: box.width / 2, y: box.height / 2 }, box));
  };
  const use = async () => {
    if (!natural) return;
    setPreparing(true);
    try {
      onMask(await maskOf(drawing, maskSize(natural)));
      onClose();
    } finally {
      setPreparing(false);
    }
  };
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Paint over it"
      description={
        <>
          Paint over the area.
          <span className="max-sm:hidden"> Everything else stays the same.</span>
          <span className="hidden touch:inline"> Two fingers zoom.</span>
        </>
      }
      className="mask-dialog"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            className="mask-use"
            loading={preparing}
            disabledReason={natural ? !marked && 'Nothing marked yet.' : 'The image is still loading.'}
            onClick={() => void use()}
          >
            Use this area
          </Button>
        </>
      }
    >
      <div className="mask-parts">
        <div className="mask-ground" ref={frame}>
          {isUnavailable ? (
            <p className="p-6 text-center text-ink-muted">Couldn’t show the image. Use a prepared file instead.</p>
          ) : (
            <Stage frame={frame} view={view} onView={setView}>
              <img
                src={url}
                alt=""
                draggable={false}
                style={natural ? ({ '--mask-ratio': natural.width / natural.height } as CSSProperties) : undefined}
                onError={onError}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setNatural({ width, height })}
              />
              {natural && (
                <Sheet size={maskSize(natural)} drawing={drawing} brush={brush} erases={tool === 'erase'} view={view} onStep={add} />
              )}
            </Stage>
          )}
        </div>
        <div className="mask-tools">
          <ChoiceChips legend="Tool" options={tools} value={tool} onChange={setTool} />
          <span className="flex gap-1">
            <IconButton
              label="Undo"
              disabledReason={steps.length === 0 && 'Nothing to undo.'}
              icon={<Undo2 aria-hidden className="size-5" />}
              onClick={undo}
            />
            <IconButton
              label="Redo"
              disabledReason={undone.length === 0 && 'Nothing to redo.'}
              icon={<Undo2 aria-hidden className="size-5 -scale-x-100" />}
              onClick={redo}
            />
          </span>
          <span className="flex gap-1">
            <IconButton label="Zoom out" icon={<ZoomOut aria-hidden className="size-5" />} onClick={() => zoom(1 / 1.5)} />
            <IconButton label="Zoom in" icon={<ZoomIn aria-hidden className="size-5" />} onClick={() => zoom(1.5)} />
            <IconButton label="Show the whole image" icon={<Maximize aria-hidden className="size-5" />} onClick={() => setView(WHOLE)} />
          </span>
          <span className="flex gap-2">
            <Button size="sm" icon={<RotateCw aria-hidden className="size-4" />} onClick={() => add({ whole: 'invert' })}>
              Invert
            </Button>
            <Button
              size="sm"
              disabledReason={!marked && 'Nothing marked yet.'}
              icon={<Eraser aria-hidden className="size-4" />}
              onClick={() => add({ whole: 'clear' })}
            >
              Clear
            </Button>
          </span>
        </div>
        <div className="mask-sliders">
          <Slider label="Brush size" range={BRUSH} value={brush} said={`${Math.round(brush * 100)}% of the image`} onChange={setBrush} />
          <Slider
            label="Soft edge"
            range={FEATHER}
            value={feather}
            said={feather === 0 ? 'None' : `${(feather * 100).toFixed(1)}% of the image`}
            onChange={(next) => onDrawing({ ...drawing, feather: next })}
          />
        </div>
        <p className="text-sm text-ink-muted touch:hidden">
          Two fingers or the wheel zoom. By keyboard: arrow keys in the image move a rectangle, Shift resizes it, Enter marks it, Delete
          erases it.
        </p>
      </div>
    </Dialog>
  );
}

interface SliderProps {
  label: string;
  range: { min: number; max: number; step: number };
  value: number;
  said: string;
  onChange: (value: number) => void;
}

function Slider({ label, range, value, said, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="w-20 shrink-0 text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={value}
        aria-valuetext={said}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
      />
    </div>
  );
}

interface StageProps {
  frame: React.RefObject<HTMLDivElement | null>;
  view: View;
  onView: (view: View) => void;
  children: ReactNode;
}

/** What zooms and moves in the frame, by the wheel or two fingers: one finger is the sheet's. */
function Stage({ frame, view, onView, children }: StageProps) {
  const fingers = usePinchZoom({ frame, view, onView, pans: false });
  return (
    <div className="mask-stage" style={{ transform: transformOf(view) }}>
      <div className="mask-image" {...fingers}>
        {children}
      </div>
    </div>
  );
}

interface SheetProps {
  size: Size;
  drawing: MaskDrawing;
  brush: number;
  erases: boolean;
  view: View;
  onStep: (step: MaskStep) => void;
}

const FIRST_RECTANGLE: Rectangle = { left: 0.3, top: 0.3, width: 0.4, height: 0.4 };
const KEY_STEP = 0.02;
const arrows: Record<string, Point | undefined> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
};

/** A canvas that covers the image exactly. A stroke is drawn as it grows, and becomes a step when it ends. */
function Sheet({ size, drawing: { steps, feather }, brush, erases, view, onStep }: SheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** The pointer that draws, and its stroke. */
  const live = useRef<{ pointer: number; stroke: readonly MaskStep[]; ofTouch: boolean } | null>(null);
  /** How many fingers are on the sheet: with two, they zoom. */
  const touches = useRef(new Set<number>());
  const [rectangle, setRectangle] = useState<Rectangle | null>(null);
  const { width, height } = size;
  const penNow = () => canvas.current?.getContext('2d') ?? null;
  const redraw = () => {
    const pen = penNow();
    if (pen) drawSteps(pen, steps, size, STROKE_COLOR);
  };
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (pen) drawSteps(pen, steps, { width, height }, STROKE_COLOR);
  }, [steps, width, height]);
  useEffect(() => {
    const sheet = canvas.current;
    if (!sheet) return;
    const longer = Math.max(sheet.clientWidth, sheet.clientHeight);
    sheet.style.filter = feather > 0 ? `blur(${(feather * longer) / 2}px)` : '';
  }, [feather]);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    const share = (value: number) => Math.round(value * 10_000) / 10_000;
    return { x: share((clientX - box.left) / box.width), y: share((clientY - box.top) / box.height) };
  };
  const drawEnd = (stroke: readonly MaskStep[]) => {
    const pen = penNow();
    const [step] = stroke;
    if (!pen || !step || !('points' in step)) return;
    // Only the newest piece, so that long strokes don't get slower.
    drawStep(pen, { ...step, points: step.points.slice(-2) }, size, STROKE_COLOR);
  };
  const abandon = () => {
    live.current = null;
    redraw();
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    touches.current.delete(event.pointerId);
    if (live.current?.pointer !== event.pointerId) return;
    const [step] = live.current.stroke;
    live.current = null;
    if (step && event.type === 'pointerup') onStep(step);
    else redraw();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    const marks = event.key === 'Enter' || event.key === ' ';
    const removes = event.key === 'Delete' || event.key === 'Backspace';
    if (!by && !marks && !removes) return;
    event.preventDefault();
    const now = rectangle ?? FIRST_RECTANGLE;
    if (by) setRectangle(changeRectangle(now, by, event.shiftKey));
    else {
      setRectangle(now);
      onStep({ rectangle: now, ...((removes || erases) && { erases: true }) });
    }
  };
  return (
    <>
      {/* Below the canvas: the focus, and the keys. */}
      <button
        type="button"
        aria-label="Rectangle in the image. Arrow keys move it, Shift and arrow keys resize it, Enter marks it, Delete erases it."
        className="mask-keys"
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setRectangle(rectangle ?? FIRST_RECTANGLE)}
        onBlur={() => setRectangle(null)}
        onKeyDown={onKeyDown}
      />
      <canvas
        ref={canvas}
        width={size.width}
        height={size.height}
        role="img"
        aria-label="Drawing area"
        className="mask-sheet"
        onPointerDown={(event) => {
          const ofTouch = event.pointerType === 'touch';
          if (ofTouch) touches.current.add(event.pointerId);
          // Two fingers zoom: the stroke that the first one began is none.
          if (live.current?.ofTouch && ofTouch) return abandon();
          // Neither does the hand beside a pen draw.
          if (event.button !== 0 || live.current || touches.current.size > 1) return undefined;
          event.currentTarget.setPointerCapture(event.pointerId);
          const stroke = [{ width: brush / view.scale, points: [pointOf(event)], ...(erases && { erases }) }];
          live.current = { pointer: event.pointerId, stroke, ofTouch };
          drawEnd(stroke);
          return undefined;
        }}
        onPointerMove={(event) => {
          const now = live.current;
          if (now?.pointer !== event.pointerId) return;
          const between = event.nativeEvent.getCoalescedEvents?.() ?? [];
          for (const each of between.length > 0 ? between : [event]) {
            now.stroke = extendStroke(now.stroke, pointOf(each));
            drawEnd(now.stroke);
          }
        }}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {rectangle && (
        <span
          aria-hidden
          className="mask-rectangle"
          style={{
            left: `${rectangle.left * 100}%`,
            top: `${rectangle.top * 100}%`,
            width: `${rectangle.width * 100}%`,
            height: `${rectangle.height * 100}%`,
          }}
        />
      )}
      <span className="sr-only" aria-live="polite">
        {rectangle && describeRectangle(rectangle)}
      </span>
    </>
  );
}

const percent = (share: number) => `${Math.round(share * 100)}%`;
const describeRectangle = ({ left, top, width, height }: Rectangle) =>
  `Rectangle ${percent(left)} from the left, ${percent(top)} from the top, ${percent(width)} wide, ${percent(height)} high`;

function maskSize(natural: Size): Size {
  const scale = MASK_PX / Math.max(natural.width, natural.height);
  return { width: Math.max(1, Math.round(natural.width * scale)), height: Math.max(1, Math.round(natural.height * scale)) };
}

/** White on black, with soft edges. */
async function maskOf({ steps, feather }: MaskDrawing, size: Size): Promise<File> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('This browser doesn’t have enough memory to mark an area.');
  drawSteps(pen, steps, size, '#ffffff');
  const image = pen.getImageData(0, 0, size.width, size.height);
  const marked = Uint8ClampedArray.from({ length: size.width * size.height }, (_, at) => image.data[at * 4 + 3] ?? 0);
  // Three boxes of this radius are about as wide as the preview's blur.
  const soft = blurred(marked, size, (feather * Math.max(size.width, size.height)) / 2);
  for (const [at, value] of soft.entries()) image.data.set([value, value, value, 255], at * 4);
  pen.putImageData(image, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'mask.png', { type: 'image/png' });
}
