import type { PermittedMutation } from '../../domain/people/permission.ts';
import type { Item } from '../../domain/items/item.ts';
import type { ItemImage } from '../../domain/items/item-image.ts';
import type { Mutation } from '../../sync/mutation/mutation.ts';

/**
 * Returns the mutation of an item with a change of its images added: both are stored, or neither (decisions/0064). No
 * device sends such a mutation; devices get its rows by pull.
 * @param imagesOf returns the images of the item as the mutation leaves it; what it throws undoes the mutation too
 */
export const itemWithImages = <Name extends PermittedMutation, Args extends { id: number }>(
  mutation: Mutation<Name, Args>,
  imagesOf: (item: Item) => ItemImage[],
): Mutation<Name, Args> => ({
  ...mutation,
  async apply(tx, args, context) {
    const applied = await mutation.apply(tx, args, context);
    const item = applied.kind === 'refused' ? undefined : await tx.get('item', args.id);
    if (item) tx.put('item', { ...item, images: imagesOf(item) });
    return applied;
  },
});
