import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import type { Business } from '../../../domain/business.ts';
import type { Result } from '../../../domain/result.ts';
import { businessOf, replicaStateOf } from '../../../sync/store/live-reads.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { paths } from '../../parts/paths.ts';
import { PublicPage } from '../../parts/public-page.tsx';
import { saved } from '../../parts/form/save.ts';
import type { ApiError } from '../../platform/api-client.ts';
import { unsureText } from '../../platform/failed-change.ts';
import { useServices } from '../../platform/services.tsx';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useOnline } from '../../state/online.ts';
import { type Replica, useLive, useReplica } from '../../state/replica.tsx';
import { useSession } from '../../state/session.ts';
import { useSyncStatus } from '../../state/sync-status.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import {
  businessEditOf,
  businessFormSchema,
  businessFormValuesOf,
  type BusinessFormValues,
  type BusinessInput,
} from './business-form.ts';
import { BusinessFormFields } from './business-form-fields.tsx';
import { BusinessAvatar, BusinessImageControls, useBusinessImage } from './business-image.tsx';

const FAILED = 'Failed to update business details';

/**
 * The form of the business at /register/business (R-BIZ-12 to R-BIZ-31). In profile mode it is opened from Settings,
 * and leads back there (C-020).
 */
export function EditBusiness() {
  const [params] = useSearchParams();
  const isProfile = params.get('mode') === 'profile';
  usePageTitle(isProfile ? 'Edit Business Details' : 'Business Details');
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  return isSignedIn ? <SignedInEdit isProfile={isProfile} /> : <NobodysBusiness />;
}

/** Shown to signed-out people: the route is public, but there is no business to save (C-019, R-BIZ-31). */
function NobodysBusiness() {
  return (
    <PublicPage title="Business Details">
      <Alert color="red" role="alert" title="Business ID not found">
        <Button component={Link} to={paths.login}>
          Go to Login
        </Button>
      </Alert>
    </PublicPage>
  );
}

function SignedInEdit({ isProfile }: { isProfile: boolean }) {
  const { businessId } = useReplica();
  const business = useLive(async (database) => (await businessOf(database, businessId)) ?? null, [businessId]);
  if (business === undefined) return <LoadingText>Loading...</LoadingText>;
  if (business === null) return <Alert color="red" role="alert" title="Business ID not found" />;
  return <EditBusinessForm business={business} isProfile={isProfile} />;
}

function EditBusinessForm({ business, isProfile }: { business: Business; isProfile: boolean }) {
  const replica = useReplica();
  const { api } = useServices();
  const navigate = useNavigate();
  const saving = useOneAtATime();
  const isOnline = useOnline((state) => state.isOnline);
  const hasWaiting = useSyncStatus(({ pendingCount }) => pendingCount > 0);
  // The values that the person saw when the form opened. If the row changes meanwhile, the merge needs them.
  const [seen, setSeen] = useState(() => ({ business, values: businessFormValuesOf(business) }));

  const save = async (input: BusinessInput) => {
    const refused = await saveOnline(input);
    if (refused) {
      showErrors(refused.fieldErrors);
      return showFailure(FAILED, unsureText(refused, 'Save again: that does no harm.') ?? 'Please try again');
    }
    const edit = businessEditOf(seen.business, seen.values, form.getValues(), input);
    if (Object.keys(edit.change).length > 0) {
      const result = await saved(replica.run('business.edit', () => ({ id: business.id, ...edit }), saving.act));
      if (!result.ok) {
        showErrors(result.issues);
        return showFailure(FAILED, result.reason ?? 'Please try again');
      }
    }
    markFormSaved();
    showSuccess('Business Details Saved');
    await nextFrame();
    await navigate(isProfile ? paths.profile : paths.dashboard);
    return SPENT;
  };

  /** Saves the slug, then the currency, each online (M34). Returns a refusal; a part that is done is not sent again. */
  const saveOnline = async ({ slug, currency }: BusinessInput): Promise<ApiError | null> => {
    const changes: [Partial<BusinessFormValues>, () => Promise<Result<unknown, ApiError>>][] = [
      [{ slug }, () => api.call('PATCH', `/business/${business.id}/slug`, { body: { slug }, data: v.unknown() })],
      [
        { currency },
        async () => {
          const body = { currency, device: await askingDevice(replica) };
          return await api.call('PATCH', `/business/${business.id}/currency`, { body, data: v.unknown() });
        },
      ],
    ];
    for (const [field, ask] of changes) {
      const isAsked = Object.entries(field).some(([name, value]) => value !== '' && value !== seen.values[name]);
      if (!isAsked) continue;
      const answer = await ask();
      if (!answer.ok) return answer.error;
      replica.wake();
      // The cast is safe: the field is one of the form's.
      setSeen((before) => ({ ...before, values: { ...before.values, ...field } as BusinessFormValues }));
    }
    return null;
  };

  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: seen.values,
    schema: businessFormSchema,
    onSubmit: (input) => saving.start(() => save(input)),
  });

  return (
    <Screen>
      <BackLink to={paths.dashboard} />
      <form {...formProps} className="k-screen-form k-form-grid">
        <Stack gap="xl">
          <BusinessImageField business={business} />
          <BusinessFormFields form={form} seen={seen.values} isOnline={isOnline} hasWaiting={hasWaiting} />
        </Stack>
        <ActionBar>
          <Button type="submit" size="lg" fullWidth loading={saving.isBusy}>
            Save
          </Button>
        </ActionBar>
      </form>
      <LeaveGuard isDirty={form.isDirty()} />
    </Screen>
  );
}

/** The picture. It is saved at once, without 'Save' (C-036). */
function BusinessImageField({ business }: { business: Business }) {
  const image = useBusinessImage(business);
  return (
    <Fieldset variant="unstyled" legend="Image" className="k-form-part" data-whole>
      <Stack>
        <Group wrap="nowrap">
          <BusinessAvatar business={business} image={image} />
          <Text size="sm" c="dimmed">
            JPEG, PNG or WebP. A new image is saved at once.
          </Text>
        </Group>
        <BusinessImageControls business={business} image={image} />
      </Stack>
    </Fieldset>
  );
}

/**
 * Returns this device's client and its last mid. The server refuses another currency until it has all mutations up to
 * that one.
 */
async function askingDevice({ database }: Replica) {
  const { clientId, nextMid } = await replicaStateOf(database);
  return { clientId, lastMid: nextMid - 1 };
}
