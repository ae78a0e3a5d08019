// What a model with a mask can do with an image: change a marked part of it, or extend it to another format.
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import './edit-fields.css';
import { EditPreview, hasEditPreview } from './edit-preview.tsx';
import { MaskField } from './mask-field.tsx';
import {
  aspectOf,
  continuesEdges,
  isOwnFormat,
  outpaintAspects,
  outpaintOf,
  type ImageRecipe,
  type RecipeChange,
  type RecipeSource,
} from './recipe.ts';
import { sourceUrl } from './source-field.tsx';

interface EditFieldsProps {
  owner: ImageOwner;
  recipe: ImageRecipe;
  model: GenerationModel;
  /** What to expect of the result, above its preview. */
  estimate: ReactNode;
  /** Why no file can be uploaded now. */
  uploadRefusal: string | null;
  onRecipe: (change: RecipeChange) => void;
}

export function EditFields({ owner, recipe, model, estimate, uploadRefusal, onRecipe }: EditFieldsProps) {
  const { capabilities } = model;
  const { source, mask } = recipe;
  return (
    <>
      {capabilities.mask && (
        <MaskField
          mask={mask}
          source={source}
          isRequired={capabilities.mask_required === true}
          uploadRefusal={uploadRefusal}
          // A file that was uploaded for another image is not its mask.
          onMask={(next) => onRecipe((now) => (now.source === source ? { mask: next, ...(next !== null && { outpaint: null }) } : {}))}
        />
      )}
      {estimate}
      {capabilities.mask && mask !== null && source && hasEditPreview(model) && (
        <EditPreview owner={owner} model={model.id} source={source} mask={mask} outpaint={null} className="style-preview-frame">
          <MediaImage src={sourceUrl(source, 'preview')} alt="" className="style-preview-source" />
        </EditPreview>
      )}
      {(mask === null || !capabilities.mask) && source && (
        <OutpaintField owner={owner} recipe={recipe} model={model} source={source} onRecipe={onRecipe} />
      )}
      {((capabilities.mask && mask !== null) || outpaintOf(recipe, model)) && source && !hasEditPreview(model) && (
        <p className="text-sm text-ink-muted">There’s no preview for AI models.</p>
      )}
    </>
  );
}

interface CutOutPreviewProps {
  owner: ImageOwner;
  model: GenerationModel;
  source: RecipeSource;
  background: string;
}

/** What remains of the image, before it is paid for: hands and hair that are lost can be seen. */
export const CutOutPreview = ({ owner, model, source, background }: CutOutPreviewProps) => (
  <EditPreview
    owner={owner}
    model={model.id}
    source={source}
    mask={null}
    outpaint={null}
    background={background}
    className="style-preview-frame cut-out-preview"
  >
    <MediaImage src={sourceUrl(source, 'preview')} alt="" className="style-preview-source" />
  </EditPreview>
);

type Anchor = NonNullable<ImageRecipe['outpaint']>['anchor'];
const NO_ASPECT = 'none';
/** The image fills one direction, so this counts in the other one. */
const positions: Record<Anchor, string> = { start: '0%', center: '50%', end: '100%' };

/** The target format, and where the image is in it. */
function OutpaintField({
  owner,
  recipe,
  model,
  source,
  onRecipe,
}: Omit<EditFieldsProps, 'uploadRefusal' | 'estimate'> & { source: RecipeSource }) {
  /** Of which image it is known. */
  const [measured, setMeasured] = useState<{ src: string; ratio: number } | null>(null);
  const aspects = outpaintAspects(model);
  if (aspects.length === 0) return null;
  const outpaint = outpaintOf(recipe, model);
  const src = sourceUrl(source, 'thumb');
  const ratio = measured?.src === src ? measured.ratio : null;
  const canvas = <Measured src={src} onRatio={(next) => setMeasured({ src, ratio: next })} />;
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
          ...aspects.map((aspect) => {
            const isOwn = ratio !== null && isOwnFormat(aspect, ratio);
            return { value: aspect, label: isOwn ? `${aspect} (own format)` : aspect, disabled: isOwn };
          }),
        ]}
        value={outpaint?.aspect ?? NO_ASPECT}
        wraps
        onChange={(aspect) => onRecipe({ outpaint: aspect === NO_ASPECT ? null : { aspect, anchor: outpaint?.anchor ?? 'center' } })}
      />
      {/* Before a format is chosen, the image is only measured. */}
      {!outpaint && <span className="hidden">{canvas}</span>}
      {outpaint && ratio !== null && isOwnFormat(outpaint.aspect, ratio) && (
        <p className="text-sm text-ink-muted">The image has this format already. Choose another one.</p>
      )}
      {outpaint && !(ratio !== null && isOwnFormat(outpaint.aspect, ratio)) && (
        <>
          <ChoiceChips
            legend="Position of the image"
            options={anchors}
            value={outpaint.anchor}
            onChange={(anchor) => onRecipe({ outpaint: { ...outpaint, anchor } })}
          />
          <div style={{ '--outpaint-ratio': aspectOf(outpaint.aspect), '--outpaint-at': positions[outpaint.anchor] } as CSSProperties}>
            {hasEditPreview(model) ? (
              <EditPreview owner={owner} model={model.id} source={source} mask={null} outpaint={outpaint} className="outpaint-canvas">
                {canvas}
              </EditPreview>
            ) : (
              <div className="outpaint-canvas">{canvas}</div>
            )}
          </div>
          <p className="text-sm text-ink-muted">{extensionNote(outpaint, ratio, isRequired)}</p>
        </>
      )}
    </div>
  );
}

/** What the new area becomes. */
function extensionNote(outpaint: NonNullable<ImageRecipe['outpaint']>, ratio: number | null, isBuiltIn: boolean): string {
  if (!isBuiltIn) return 'The striped area is painted anew, the image stays as it is.';
  if (ratio === null) return '';
  return continuesEdges(outpaint, ratio)
    ? 'The edges of the image are continued into the new area.'
    : 'Far edges become soft: the new area is wide, so it is a blurred, darker frame.';
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
