import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { lengthFirst } from '../../../domain/length-first.ts';
import {
  ORDER_LINES_MAX,
  orderQuantitySchema,
  type OrderRequest,
  visitorFieldsSchema,
} from '../../../domain/sales/order-request.ts';
import { optionalSumInput, quantityInput } from './decimal.ts';
import { referenceInput } from './reference.ts';
import { takes } from './takes.ts';
import { blankToNull, optionalText } from './text.ts';

const rules = visitorFieldsSchema.entries;
const NO_LINES = 'Please add at least one item';

/** Shown if the hidden field was filled in. The page is sent again with that field empty, so the next tap succeeds. */
const NOT_SENT = 'Your order was not sent. Please tap Place order once more.';

/** An order as a visitor of the storefront sends it. It has no prices: the server takes the shop's own (G36). */
export const orderRequestInputSchema = inputObject({
  name: rules.name,
  phone: rules.phone,
  address: v.optional(optionalText(rules.address), null),
  notes: v.optional(optionalText(rules.notes), null),
  items: lengthFirst(
    v.pipe(
      v.array(inputObject({ itemId: referenceInput, quantity: quantityInput(orderQuantitySchema) }), NO_LINES),
      v.minLength(1, NO_LINES),
      v.maxLength(ORDER_LINES_MAX, `An order holds at most ${ORDER_LINES_MAX} items`),
    ),
  ),
  /** The total that the visitor saw. If prices have changed since, the order is refused and the visitor asked again. */
  totalAmount: v.optional(optionalSumInput, null),
  /** A field that no person sees and no browser fills in. Only bots do, so it must be empty (G36, X-TYPE-35). */
  extra: v.optional(
    v.pipe(v.unknown(), takes(v.nullable(v.literal(''))), v.transform(blankToNull), v.null(NOT_SENT)),
    null,
  ),
});

export const orderRequestOf = (input: v.InferOutput<typeof orderRequestInputSchema>): OrderRequest => ({
  name: input.name,
  phone: input.phone,
  address: input.address,
  notes: input.notes,
  lines: input.items.map(({ itemId, quantity }) => ({ itemId, quantityHundredths: quantity })),
  totalMinor: input.totalAmount,
});
