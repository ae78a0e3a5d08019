import { useId } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { StylePicture } from '#src/domains/generation/looks/style-picture.tsx';
import { Field } from '#src/ui/field.tsx';
import { sizeKey, type ImageRecipe } from './recipe.ts';
import { RatioShape, ratioLabel, TileGroup } from './tiles.tsx';

interface OutputFieldsProps {
  recipe: ImageRecipe;
  model: GenerationModel;
  onRecipe: (change: Partial<ImageRecipe>) => void;
}

/** What is to come out: style, format, how many, how far from the source, what stands behind. */
export function OutputFields({ recipe, model: { id: modelId, capabilities }, onRecipe }: OutputFieldsProps) {
  const { styles, sizes, aspect_ratios: ratios, max_count: most } = capabilities;
  return (
    <>
      {styles.length > 0 && (
        <TileGroup
          legend="Style"
          tiles={styles.map(({ id, name }) => ({
            value: id,
            label: name,
            picture: <StylePicture modelId={modelId} style={id} className="size-14 rounded-sm object-cover" />,
          }))}
          value={recipe.style}
          onChange={(style) => onRecipe({ style })}
        />
      )}
      {sizes.length > 0 && (
        <TileGroup
          legend="Format"
          tiles={sizes.map((size) => ({
            value: sizeKey(size),
            label: ratioLabel(size.width, size.height),
            note: `${size.width} × ${size.height}`,
            picture: <RatioShape {...size} />,
          }))}
          value={recipe.size}
          onChange={(size) => onRecipe({ size })}
        />
      )}
      {ratios.length > 0 && (
        <TileGroup
          legend="Format"
          tiles={ratios.map((ratio) => {
            const [width = 1, height = 1] = ratio.split(':').map(Number);
            return { value: ratio, label: ratio, picture: <RatioShape width={width} height={height} /> };
          })}
          value={recipe.aspectRatio}
          onChange={(aspectRatio) => onRecipe({ aspectRatio })}
        />
      )}
      {most > 1 && (
        <TileGroup
          legend="Images"
          columns={most > 6 ? 'repeat(4, 1fr)' : `repeat(${most}, 1fr)`}
          tiles={Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
          value={String(recipe.count)}
          onChange={(count) => onRecipe({ count: Number(count) })}
        />
      )}
      {capabilities.strength && recipe.source && (
        <Field label="Strength" help="How much the result can differ from your image.">
          {(control) => (
            <div className="flex items-center gap-3">
              <input
                {...control}
                type="range"
                min={0}
                max={1}
                step={0.05}
                value={recipe.strength}
                aria-valuetext={percent(recipe.strength)}
                onChange={({ target }) => onRecipe({ strength: Number(target.value) })}
                className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
              />
              <output htmlFor={control.id} className="w-12 shrink-0 text-right text-sm text-ink-muted tabular-nums">
                {percent(recipe.strength)}
              </output>
            </div>
          )}
        </Field>
      )}
      {capabilities.background && <Background background={recipe.background} onBackground={(background) => onRecipe({ background })} />}
    </>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const BACKGROUNDS = [
  { value: 'transparent', label: 'None', fill: 'repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 50% / 10px 10px' },
  { value: '#ffffff', label: 'White', fill: '#ffffff' },
  { value: '#000000', label: 'Black', fill: '#000000' },
] as const;

function Background({ background, onBackground }: { background: string; onBackground: (background: string) => void }) {
  const id = useId();
  const isOwn = !BACKGROUNDS.some(({ value }) => value === background);
  return (
    <div className="grid gap-2">
      <TileGroup
        legend="Background"
        tiles={[
          ...BACKGROUNDS.map(({ value, label, fill }) => ({ value: value as string, label, picture: <Swatch fill={fill} /> })),
          { value: isOwn ? background : '#f4a261', label: 'Color', picture: <Swatch fill={isOwn ? background : '#f4a261'} /> },
        ]}
        value={background}
        onChange={onBackground}
      />
      {isOwn && (
        <p className="flex items-center gap-3 text-sm">
          <label htmlFor={id}>Background color</label>
          <input
            id={id}
            type="color"
            value={background}
            onChange={({ target }) => onBackground(target.value)}
            className="h-10 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 touch:h-12"
          />
        </p>
      )}
    </div>
  );
}

const Swatch = ({ fill }: { fill: string }) => (
  <span aria-hidden className="size-8 rounded-full border border-line-strong" style={{ background: fill }} />
);
