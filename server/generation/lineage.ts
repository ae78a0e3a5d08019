// What images have from what they are made of: where they truly come from, and whether they are shown only when asked for.
import sharp from 'sharp';
import type { CatalogModel, DigitalSourceType, GeneratorRequest, GeneratorResult } from '#server/generation/generator.ts';
import { isSensitive } from '#server/generation/sensitive.ts';

export interface Lineage {
  digitalSourceType: DigitalSourceType;
  isSensitive: boolean;
  warnings: GeneratorResult['warnings'];
}

const sourceTypes: readonly DigitalSourceType[] = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
  'algorithmicMedia',
];

/** Of an image that was made here, by what stands in its file. */
export async function sourceTypeIn(bytes: Buffer): Promise<DigitalSourceType | null> {
  // Of the header alone: no pixel is read here.
  const { xmp } = await sharp(bytes).metadata();
  // By the whole element: the prompt stands before it, and may say anything but an element.
  const [, name] = /<Iptc4xmpExt:DigitalSourceType>[^<]*\/(\w+)</.exec(xmp?.toString() ?? '') ?? [];
  return sourceTypes.find((type) => type === name) ?? null;
}

const isTrained = (type: DigitalSourceType | null) => type === 'trainedAlgorithmicMedia' || type === 'compositeWithTrainedAlgorithmicMedia';

/**
 * @param sourceType of a source that was made here
 */
export async function lineageOf(
  parts: Parameters<typeof isSensitive>[0],
  model: CatalogModel,
  { source }: Pick<GeneratorRequest, 'source'>,
  sourceType: DigitalSourceType | null,
): Promise<Lineage> {
  const isHidden = source !== null && (await isSensitive(parts, source));
  return {
    digitalSourceType: source ? sourceTypeOf(model, sourceType) : model.digitalSourceType,
    isSensitive: isHidden,
    warnings: isHidden ? [{ code: 'source_sensitive', message: 'The source may show nudity, so this is hidden until you show it.' }] : [],
  };
}

/**
 * Of what a model makes of a source: a model that can do without a source makes a composite where it has one, and what was made by a trained model
 * once is never called less.
 * @param made the source, where it was made here
 */
function sourceTypeOf(
  { capabilities, isAi, digitalSourceType }: Pick<CatalogModel, 'capabilities' | 'isAi' | 'digitalSourceType'>,
  made: DigitalSourceType | null,
): DigitalSourceType {
  const ofModel = isAi ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced';
  const type = capabilities.source === 'optional' ? ofModel : digitalSourceType;
  return isTrained(made) && !isTrained(type) ? 'compositeWithTrainedAlgorithmicMedia' : type;
}
