import { ourApi, type Operation } from '../server/api-description.ts';
import type { FullShop } from '../server/full-shop.ts';
import type { BodyKind, HostileCall, Inside } from './hostile-shapes.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { saleArgs } from '../mutation-args.ts';
import { lineOf } from './malformed-request.ts';
import { validBodies } from '../server/valid-requests.ts';

/**
 * Returns all calls of the API's description and the pages of a shop. Calls that delete what others need come last. The
 * event stream never ends, so it is left out.
 */
export function hostileCalls(shop: FullShop): HostileCall[] {
  const bodies = validBodies(shop);
  const described = ourApi()
    .operations.filter(({ name }) => name !== 'GET /events')
    .toSorted((a, b) => Number(takesAway(a)) - Number(takesAway(b)))
    .map((operation) => ({
      line: lineOf(operation, shop),
      kinds: kindsOf(operation),
      valid: bodies[operation.name] ?? (() => ({})),
      ...(operation.name === 'POST /sync/push' ? { inside: inMutations(shop) } : {}),
    }));
  const page = `/${shop.owner.slug}`;
  return [
    ...described,
    { line: `GET ${page}`, kinds: new Set(), valid: () => ({}) },
    { line: `POST ${page}`, kinds: new Set(['urlencoded']), valid: () => ({}) },
  ];
}

const NO_METHOD = { paymentMethodId: null, paymentMethodName: null, transactionId: null };

/** Returns the device's next mutation, with any value as its arguments or inside them. */
function inMutations({ device, ids }: FullShop): Inside {
  const { mid, hash } = device;
  const pushOf = (changes: Partial<WireMutation>): object => {
    [device.mid, device.hash] = [mid, hash];
    const request = device.requestOf([device.wireOf(changes)]);
    [device.mid, device.hash] = [mid, hash];
    return request;
  };
  return (value) => [
    ['the arguments', pushOf({ name: 'item.create', args: value })],
    ['the lines of a sale', pushOf({ name: 'sale.create', args: { ...saleArgs(device, []), lines: value } })],
    [
      'the parts of a payment',
      pushOf({ name: 'customer.takePayment', args: { ...NO_METHOD, customerId: ids.customers, parts: value } }),
    ],
    ['what an edit saw', pushOf({ name: 'item.edit', args: { id: ids.items, base: value, change: value } })],
  ];
}

const takesAway = ({ name }: Operation): boolean => name.startsWith('DELETE ') || name === 'POST /auth/logout';

function kindsOf({ requestBody, path }: Operation): ReadonlySet<BodyKind> {
  const types = Object.keys(requestBody?.content ?? {});
  const kinds: BodyKind[] = [
    ...(types.includes('application/json') ? (['json'] as const) : []),
    ...(types.includes('multipart/form-data') ? (['multipart'] as const) : []),
    ...(path.startsWith('/sync/') && requestBody ? (['packed'] as const) : []),
  ];
  return new Set(kinds);
}
