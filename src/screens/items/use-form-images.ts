import { useCallback, useEffect, useRef, useState } from 'react';
import { IMAGE_REFUSALS } from '../../../domain/items/item-image.ts';
import { showFailure } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { type FormImage, roomFor, takeFiles } from './form-images.ts';

export interface FormImages {
  images: readonly FormImage[];
  /** True while chosen files are being made small. */
  isTaking: boolean;
  /** Changes the pictures as they are at that moment. Stable across renders, as are `add` and `taken`. */
  change: (next: (current: readonly FormImage[]) => readonly FormImage[]) => void;
  /** Makes the chosen files small and adds them; says which ones cannot be used. */
  add: (files: readonly File[]) => void;
  /**
   * Returns the pictures once all chosen files are among them: a save must not leave out those still on their way. Null
   * if the form was left meanwhile: then nothing is saved.
   */
  taken: () => Promise<readonly FormImage[] | null>;
}

/** Holds the pictures of an item's form (R-INEW-10, R-IMG-05). */
export function useFormImages(begin: () => readonly FormImage[]): FormImages {
  const [images, setImages] = useState(begin);
  const current = useRef(images);
  const running = useRef(Promise.resolve());
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const { start, isBusy } = useOneAtATime();
  const change = useCallback<FormImages['change']>((next) => {
    current.current = next(current.current);
    setImages(current.current);
  }, []);
  const add = useCallback<FormImages['add']>(
    (files) =>
      start(() => {
        running.current = takeFiles(files, roomFor(current.current)).then(({ taken, refused }) => {
          if (taken.length > 0) change((before) => [...before, ...taken]);
          for (const refusal of refused) showFailure(IMAGE_REFUSALS[refusal].title, IMAGE_REFUSALS[refusal].message);
        });
        return running.current;
      }),
    [start, change],
  );
  const taken = useCallback(async () => {
    await running.current;
    return isLeft.current ? null : current.current;
  }, []);
  return { images, isTaking: isBusy, change, add, taken };
}

/** For a new item. */
export const noImages = (): readonly FormImage[] => [];

/** True if a new item has pictures, or will have. */
export const hasImages = ({ images, isTaking }: FormImages): boolean => images.length > 0 || isTaking;
