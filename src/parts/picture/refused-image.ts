import { setFileState } from '../../../sync/store/image-files.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure } from '../../state/toasts.ts';
import { saved, savedFiles } from '../form/save.ts';

/** Returns why the server refused a picture: its own message, or the HTTP status (M14, M35, R-IEDIT-14). */
export const imageRefusal = ({
  refusal,
  failedStatus = null,
}: {
  refusal: string | null;
  failedStatus?: number | null;
}) => refusal ?? (failedStatus === null ? 'Failed to update item' : `Upload failed (${failedStatus})`);

/**
 * Returns the actions on a picture that the server refused. `itemId` is null for the business's own picture.
 */
export function useRefusedImage({ itemId, key }: { itemId: number | null; key: string }) {
  const { database, run, businessId } = useReplica();
  return {
    /** Queues the picture again, as if it had just been taken. Resolves to true if that is saved. */
    async retry(): Promise<boolean> {
      const kept = await savedFiles(setFileState(database, key, 'waiting'));
      if (!kept.ok) showFailure('Failed to retry', kept.reason);
      return kept.ok;
    },
    /** Removes the picture from its row; its file is deleted later. Resolves to true if that is saved. */
    async giveUp(): Promise<boolean> {
      const result = await saved(
        itemId === null
          ? run('business.setImage', () => ({ id: businessId, key: null }), null)
          : run('item.removeImage', () => ({ id: itemId, key }), null),
      );
      if (!result.ok)
        showFailure(itemId === null ? 'Failed to update business details' : 'Failed to update item', result.reason);
      return result.ok;
    },
  };
}
