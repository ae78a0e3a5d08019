// What a model with a mask can do with an image: change a marked part of it, or extend it to another format.
import { type CSSProperties, useState } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import './edit-fields.css';
import { MaskField } from './mask-field.tsx';
import { aspectOf, continuesEdges, outpaintAspects, outpaintOf, type ImageRecipe, type RecipeChange } from './recipe.ts';
import { sourceUrl } from './source-field.tsx';

interface EditFieldsProps {
  recipe: ImageRecipe;
  model: GenerationModel;
  /** Why no file can be uploaded now. */
  uploadRefusal: string | null;
  onRecipe: (change: RecipeChange) => void;
}

export function EditFields({ recipe, model, uploadRefusal, onRecipe }: EditFieldsProps) {
  const { capabilities } = model;
  return (
    <>
      {capabilities.mask && (
        <MaskField
          mask={recipe.mask}
          source={recipe.source}
          isRequired={capabilities.mask_required === true}
          uploadRefusal={uploadRefusal}
          // A file that was uploaded for another image is not its mask.
          onMask={(mask) => onRecipe((now) => (now.source === recipe.source ? { mask, ...(mask !== null && { outpaint: null }) } : {}))}
        />
      )}
      {(recipe.mask === null || !capabilities.mask) && recipe.source && <OutpaintField recipe={recipe} model={model} onRecipe={onRecipe} />}
    </>
  );
}

type Anchor = NonNullable<ImageRecipe['outpaint']>['anchor'];
const NO_ASPECT = 'none';
/** The image fills one direction, so this counts in the other one. */
const positions: Record<Anchor, string> = { start: '0%', center: '50%', end: '100%' };

/** The target format, and where the image is in it. */
function OutpaintField({ recipe, model, onRecipe }: Omit<EditFieldsProps, 'uploadRefusal'>) {
  const [ratio, setRatio] = useState<number | null>(null);
  const aspects = outpaintAspects(model);
  if (aspects.length === 0 || !recipe.source) return null;
  const outpaint = outpaintOf(recipe, model);
  const isRequired = model.capabilities.outpaint === 'required';
  const isWider = outpaint !== null && ratio !== null && aspectOf(outpaint.aspect) > ratio;
  const anchors: readonly { value: Anchor; label: string }[] = [
    { value: 'start', label: isWider ? 'Left' : 'Top' },
    { value: 'center', label: 'Center' },
    { value: 'end', label: isWider ? 'Right' : 'Bottom' },
  ];
  return (
    <div role="group" aria-label="Extend the image" className="grid min-w-0 gap-2">
      <p className="text-sm font-medium">Extend the image{!isRequired && <span className="font-normal text-ink-muted"> optional</span>}</p>
      <ChoiceChips
        legend="Extend to this format"
        options={[
          ...(isRequired ? [] : [{ value: NO_ASPECT, label: 'Don’t extend' }]),
          ...aspects.map((aspect) => ({ value: aspect, label: aspect })),
        ]}
        value={outpaint?.aspect ?? NO_ASPECT}
        wraps
        onChange={(aspect) => onRecipe({ outpaint: aspect === NO_ASPECT ? null : { aspect, anchor: outpaint?.anchor ?? 'center' } })}
      />
      {outpaint && (
        <>
          <ChoiceChips
            legend="Position of the image"
            options={anchors}
            value={outpaint.anchor}
            onChange={(anchor) => onRecipe({ outpaint: { ...outpaint, anchor } })}
          />
          <div
            aria-hidden
            className="outpaint-canvas"
            style={{ '--outpaint-ratio': aspectOf(outpaint.aspect), '--outpaint-at': positions[outpaint.anchor] } as CSSProperties}
          >
            <Measured src={sourceUrl(recipe.source, 'thumb')} onRatio={setRatio} />
          </div>
          <p className="text-sm text-ink-muted">{extensionNote(outpaint, ratio, isRequired)}</p>
        </>
      )}
    </div>
  );
}

/** What the striped area becomes. */
function extensionNote(outpaint: NonNullable<ImageRecipe['outpaint']>, ratio: number | null, isBuiltIn: boolean): string {
  if (!isBuiltIn) return 'The striped area is painted anew, the image stays as it is.';
  if (ratio === null) return '';
  return continuesEdges(outpaint, ratio)
    ? 'The edges of the image are continued into the striped area.'
    : 'The striped area is wide, so it becomes a blurred, darker copy of the image.';
}

function Measured({ src, onRatio }: { src: string; onRatio: (ratio: number) => void }) {
  return (
    <span
      className="contents"
      // `load` doesn't bubble, so it is caught on its way down.
      onLoadCapture={({ target }) => {
        if (target instanceof HTMLImageElement && target.naturalHeight > 0) onRatio(target.naturalWidth / target.naturalHeight);
      }}
    >
      <MediaImage src={src} alt="" className="outpaint-image" />
    </span>
  );
}
