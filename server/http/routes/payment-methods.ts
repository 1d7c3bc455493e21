import { Hono } from 'hono';
import {
  choosablePaymentMethods,
  METHOD_NAME_TAKEN,
  paymentMethodNameKey,
} from '../../../domain/sales/payment-method.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import {
  paymentMethodCreate,
  paymentMethodRemove,
  paymentMethodSetArchived,
  paymentMethodSetDefault,
} from '../../../sync/mutation/payment-method.ts';
import { type MethodWithUse, readMethodsWithUse } from '../../db/queries/payment-method.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { paymentMethodAnswer } from '../answers/payment-method.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerPage } from '../inputs/list-query.ts';
import { archiveSwitchInputSchema, newPaymentMethodInputSchema } from '../inputs/payment-method.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { invalidInput, readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** Calls for payment methods (R-API-35). */
export function paymentMethodRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/payment-methods', async (c) => {
    const session = requireSession(c);
    const data = await readShop(database, session, async (sql) => {
      const { defaultPaymentMethodId } = await requireRow(sql, session, 'business', session.businessId);
      return methodAnswers(
        await readMethodsWithUse(sql, session.businessId),
        session.businessId,
        defaultPaymentMethodId,
      );
    });
    return answerPage(c, data, (method) => method);
  });

  addMutationRoute(routes, ports, paymentMethodCreate, async (c) => {
    const input = await readJson(c, newPaymentMethodInputSchema);
    return {
      idCount: 1,
      async args(rows, [id = 0]) {
        const key = paymentMethodNameKey(input.name);
        const taken = (await rows.paymentMethods()).some(
          (method) => method.aliasOfId === null && paymentMethodNameKey(method.name) === key,
        );
        if (taken) throw invalidInput([{ path: 'name', message: METHOD_NAME_TAKEN }]);
        return { id, ...input };
      },
      data: (rows, { id }, { caller }) => methodOf(rows, id, caller.businessId),
    };
  });

  addMutationRoute(routes, ports, paymentMethodSetDefault, async (c) => {
    const id = rowId(c.req.param('id'));
    return {
      idCount: 0,
      args: async (_rows, _ids, { caller }) => ({ businessId: caller.businessId, id }),
      data: (rows, _args, { caller }) => methodOf(rows, id, caller.businessId),
    };
  });

  addMutationRoute(routes, ports, paymentMethodSetArchived, async (c) => {
    const id = rowId(c.req.param('id'));
    const { isArchived } = await readJson(c, archiveSwitchInputSchema);
    return {
      idCount: 0,
      args: async (_rows, _ids, { caller }) => ({ businessId: caller.businessId, id, isArchived }),
      data: (rows, _args, { caller }) => methodOf(rows, id, caller.businessId),
    };
  });

  addMutationRoute(routes, ports, paymentMethodRemove, async (c) => {
    const id = rowId(c.req.param('id'));
    return {
      idCount: 0,
      args: async (_rows, _ids, { caller }) => ({ businessId: caller.businessId, id }),
      data: async () => ({ id }),
    };
  });

  return routes;
}

/** Returns the methods that can be chosen, the default first. A method counts as used if one of its aliases is used. */
function methodAnswers(all: readonly MethodWithUse[], businessId: number, defaultId: number | null): object[] {
  const isUsed = (id: number) =>
    all.some(({ method, isUsedInSales }) => isUsedInSales && (method.id === id || method.aliasOfId === id));
  return choosablePaymentMethods(
    all.map(({ method }) => method),
    defaultId,
  ).map((method) => {
    const createdByUsername = all.find((each) => each.method.id === method.id)?.createdByUsername ?? null;
    return paymentMethodAnswer(method, { businessId, defaultId, isUsedInSales: isUsed(method.id), createdByUsername });
  });
}

async function methodOf(rows: MutationTx, id: number, businessId: number): Promise<object> {
  const method = await justWritten(rows, 'paymentMethod', id);
  const { defaultPaymentMethodId } = await justWritten(rows, 'business', businessId);
  const user = method.createdByUserId === null ? undefined : await rows.get('user', method.createdByUserId);
  return paymentMethodAnswer(method, {
    businessId,
    defaultId: defaultPaymentMethodId,
    isUsedInSales: await isUsedAnywhere(rows, id),
    createdByUsername: user?.username ?? null,
  });
}

/** True if a sale uses the method or one of its aliases. */
async function isUsedAnywhere(rows: MutationTx, id: number): Promise<boolean> {
  for (const method of await rows.paymentMethods())
    if ((method.id === id || method.aliasOfId === id) && (await rows.isInUse('paymentMethod', method.id))) return true;
  return false;
}
