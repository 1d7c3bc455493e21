import { Hono } from 'hono';
import type { Result } from '../../../domain/result.ts';
import type { Business } from '../../../domain/business.ts';
import { businessEdit } from '../../../sync/mutation/business.ts';
import { changeCurrency, changeSlug } from '../../account/change-business.ts';
import type { CallerRefusal } from '../../account/change-account.ts';
import { readBusiness } from '../../db/queries/business.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { callerRefused } from '../calls/account-refusal.ts';
import { answer } from '../answer.ts';
import { absoluteUrl, businessAnswer } from '../answers/business.ts';
import { requestOrigin } from '../request/client-address.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { businessInputSchema, currencyChangeSchema, slugChangeSchema } from '../inputs/business.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { plainEdit } from '../calls/plain-edit.ts';
import { judge, readJson } from '../request/read-json.ts';
import { wasAnswered } from '../request/repeat-key.ts';
import { requireSession, type Session } from '../middleware/session.ts';

const SLUG_TAKEN = 'This link name is already taken';
const DEVICE_HAS_CHANGES = 'Send the changes that wait on this device first, then change the currency.';

/** Calls for reading and changing the business (R-API-37). */
export function businessRoutes(deps: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  addMutationRoute(routes, ports, businessEdit, async (c) => {
    const id = ownId(c);
    const { slug, currency, ...input } = await readJson(c, businessInputSchema);
    const session = requireSession(c);
    // A repeated call skips this, so that it does not undo what another user has changed since (SYN-7).
    if (!(await wasAnswered(c, deps, session))) await changeWhatIsUnique(deps, session, { slug, currency });
    const origin = requestOrigin(c, deps.settings);
    return {
      idCount: 0,
      args: async (rows) =>
        await plainEdit(rows, 'business', id, (business) => withoutOwnImage(input, business, origin)),
      data: async (rows) => businessAnswer(await justWritten(rows, 'business', id), origin),
    };
  });

  // Slug and currency are not merged but accepted or refused at once (M34). A blank slug keeps the present one (C-134).
  routes.patch('/business/:id/slug', async (c) => {
    ownId(c);
    const session = requireSession(c);
    const { slug } = await readJson(c, slugChangeSchema);
    const business =
      slug === '' ? await requireBusiness(deps, session) : accepted(await changeSlug(deps, session, slug));
    return answer(c, businessAnswer(business, requestOrigin(c, deps.settings)));
  });

  routes.patch('/business/:id/currency', async (c) => {
    ownId(c);
    const { currency, device } = await readJson(c, currencyChangeSchema);
    const business = accepted(await changeCurrency(deps, requireSession(c), currency, device));
    return answer(c, businessAnswer(business, requestOrigin(c, deps.settings)));
  });

  return routes;
}

/** Drops the image's address if it is the one that the server sent: then nothing changes (C-135). */
function withoutOwnImage<Input extends { profileImageUrl?: string | null | undefined }>(
  input: Input,
  business: Business,
  origin: string,
): Input {
  const isSame = input.profileImageUrl === absoluteUrl(business.profileImageUrl, origin);
  return isSame ? { ...input, profileImageUrl: undefined } : input;
}

/** Returns the id in the path; throws `noSuchRow` if it is not the caller's own business. */
export function ownId(c: AppContext): number {
  const id = rowId(c.req.param('id'));
  if (id !== requireSession(c).businessId) throw noSuchRow();
  return id;
}

export async function requireBusiness({ database }: AppDeps, { businessId }: Session): Promise<Business> {
  const business = await database.transaction({ businessId, readOnly: true }, (sql) => readBusiness(sql, businessId));
  if (business === undefined) throw noSuchRow();
  return business;
}

/** Changes slug and currency before the other details. The documents' call sends all of them in one form. */
async function changeWhatIsUnique(
  deps: AppDeps,
  session: Session,
  given: { slug: unknown; currency: unknown },
): Promise<void> {
  const business = await requireBusiness(deps, session);
  const isNew = (field: 'slug' | 'currency') =>
    ![undefined, null, '', business[field]].includes(given[field] as string);
  const slug = isNew('slug') ? judge(slugChangeSchema, { slug: given.slug }).slug : '';
  const currency = isNew('currency') ? judge(currencyChangeSchema, { currency: given.currency }).currency : null;
  if (slug !== '') accepted(await changeSlug(deps, session, slug));
  if (currency !== null) accepted(await changeCurrency(deps, session, currency, null));
}

type Refusal = CallerRefusal | 'slug_taken' | 'device_has_changes';

function accepted(result: Result<Business, Refusal>): Business {
  if (result.ok) return result.value;
  switch (result.error) {
    case 'slug_taken':
      throw new ApiError(409, 'Not accepted', SLUG_TAKEN, { details: [{ path: 'slug', message: SLUG_TAKEN }] });
    case 'device_has_changes':
      throw new ApiError(409, 'Not accepted', DEVICE_HAS_CHANGES, {
        details: [{ path: 'currency', message: DEVICE_HAS_CHANGES }],
      });
    case 'signed_out':
    case 'not_permitted':
      throw callerRefused(result.error);
  }
}
