import { useNavigate } from 'react-router-dom';
import type { BuildArguments } from '../../../sync/replica/run-mutation.ts';
import { paths } from '../../parts/paths.ts';
import { saved, savedFiles } from '../../parts/form/save.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { type SavingWork, SPENT } from '../../ui/form/use-one-at-a-time.ts';
import { type FormImage, keepFiles, saveList } from './form-images.ts';

/** The item's id is not known yet when its files are stored. The row that lists a file says whose it is. */
const NO_ITEM_YET = 0;

export interface ItemCreation {
  build: BuildArguments<'item.create'>;
  /** The id of the act, drawn when the form opened. */
  act: string;
  images: readonly FormImage[];
  /** The message for a refusal that has none of its own. */
  failed: string;
  showErrors: (errorsByField: Readonly<Record<string, string>>) => void;
  /** Returns the address to go to with the saved item. Without it the form goes to the list. */
  next?: (itemId: number) => string;
}

/** Saves a form's new item with its pictures, shows the toast, and leaves for the list (R-INEW, R-LEG). */
export function useCreateItem(): (creation: ItemCreation) => SavingWork {
  const { run, database } = useReplica();
  const navigate = useNavigate();
  return async ({ build, act, images, failed, showErrors, next }) => {
    // The pictures are stored first: if the device is full this fails, and there is no item yet.
    const kept = await savedFiles(keepFiles({ database }, NO_ITEM_YET, images));
    if (!kept.ok) return showFailure('Error', kept.reason ?? 'Failed to create item');
    const result = await saved(run('item.create', build, act));
    if (!result.ok) {
      showErrors(result.issues);
      return showFailure('Error', result.reason ?? failed);
    }
    const listed = await saveList({ run }, result.args.id, [], images);
    markFormSaved();
    // Not the reason: that of a full device says that nothing was saved.
    if (!listed.ok)
      showFailure('The item is saved, its pictures are not', 'Add them again: open the item and tap Edit.');
    else showSuccess('Success', 'The item has been created successfully.');
    await nextFrame();
    await navigate(next?.(result.args.id) ?? paths.items, next ? { replace: true } : {});
    return SPENT;
  };
}
