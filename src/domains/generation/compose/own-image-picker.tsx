import { useInfiniteQuery } from '@tanstack/react-query';
import { describeImage, generatedImageUrl, type ImageOwner } from '#src/domains/generation/generation.ts';
import { imagesQuery } from '#src/domains/generation/queries.ts';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Images } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { ThumbChoice, ThumbsSkeleton } from './thumb-choice.tsx';

interface OwnImagePickerProps {
  owner: ImageOwner;
  onChoose: (imageId: string) => void;
  onClose: () => void;
}

export function OwnImagePicker({ owner, onChoose, onClose }: OwnImagePickerProps) {
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Choose an image" description="Created here, newest first.">
      <OwnImages owner={owner} onChoose={onChoose} />
    </Sheet>
  );
}

function OwnImages({ owner, onChoose }: Omit<OwnImagePickerProps, 'onClose'>) {
  const query = useInfiniteQuery(imagesQuery(owner));
  return (
    <QueryState query={query} skeleton={<ThumbsSkeleton label="Loading your images" />} failed="Couldn’t load your images">
      {({ pages }) => {
        const images = pages.flatMap(({ items }) => items);
        if (images.length === 0)
          return (
            <EmptyState icon={<Images />} title="No images yet">
              Images you generate appear here to use again.
            </EmptyState>
          );
        return (
          <div className="grid gap-4 pt-1">
            <ThumbChoice
              items={images.map((image) => ({
                id: image.id,
                src: generatedImageUrl(image.id, 'thumb'),
                label: describeImage(image),
                blurred: image.is_sensitive,
              }))}
              onChoose={onChoose}
            />
            <LoadMore query={query} />
          </div>
        );
      }}
    </QueryState>
  );
}
