import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { businessCategoryById } from '../../../domain/business-category.ts';
import type { Business } from '../../../domain/business.ts';
import { countryName } from '../../../domain/country.ts';
import { DEFAULT_REGISTRATION_CURRENCY } from '../../../domain/currency.ts';
import { mayOpen } from '../../../domain/people/screen-permission.ts';
import { businessOf, openConflictsOf } from '../../../sync/store/live-reads.ts';
import { ConflictChoice } from '../../parts/conflict/conflict-choice.tsx';
import { groupLabel } from '../../parts/conflict/conflict-words.ts';
import { paths } from '../../parts/paths.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { useSession } from '../../state/session.ts';
import type { ShownImage } from '../../state/shown-images.ts';
import { zoneName } from '../../ui/zone-name.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { EmptyText, LoadingText } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { BusinessAvatar, BusinessImageControls, useBusinessImage } from './business-image.tsx';
import { type Network, socialLink } from '../../../domain/text/social-link.ts';

/** The business at /business-info (R-BIZ-01 to R-BIZ-11). */
export function BusinessInfo() {
  usePageTitle('Business Information');
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  return isSignedIn ? <SignedInBusiness /> : <NotAuthenticated />;
}

/** Shown for the moment between a session's end and the guard's redirect (C-032). */
function NotAuthenticated() {
  return (
    <Alert color="red" role="alert" title="Not authenticated">
      <Button component={Link} to={paths.login}>
        Go to Login
      </Button>
    </Alert>
  );
}

function SignedInBusiness() {
  const { businessId, role } = useReplica();
  const shown = useLive(
    async (database) => ({
      business: await businessOf(database, businessId),
      sync: (await readRowSync(database, 'business', [businessId])).get(businessId) ?? null,
      conflicts: await openConflictsOf(database, 'business', businessId),
    }),
    [businessId],
  );
  const image = useBusinessImage(shown?.business);
  if (shown === undefined) return <LoadingText>Loading...</LoadingText>;
  const { business, sync, conflicts } = shown;
  const mayEdit = mayOpen(role, paths.registerBusiness);
  return (
    <Screen>
      <BackLink to={paths.profile} />
      {business === undefined ? (
        <EmptyText title="Business not found" hint="It has not arrived on this device yet." />
      ) : (
        <BusinessCard business={business} image={image} badge={<RowSyncBadge sync={sync} />} />
      )}
      {business !== undefined && mayEdit && <BusinessImageControls business={business} image={image} />}
      {mayEdit &&
        conflicts.map((conflict) => (
          <div key={conflict.id} role="group" aria-label={`Conflict: ${groupLabel(conflict.group)}`}>
            <ConflictChoice conflict={conflict} withTimes />
          </div>
        ))}
      {mayEdit && (
        <Button
          component={Link}
          to={`${paths.registerBusiness}?mode=profile`}
          size="lg"
          fullWidth
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          Edit
        </Button>
      )}
    </Screen>
  );
}

interface BusinessCardProps {
  business: Business;
  image: ShownImage | null;
  badge: React.ReactNode;
}

function BusinessCard({ business, image, badge }: BusinessCardProps) {
  const { name, slug, description, currency } = business;
  const address = [business.address, countryName(business.country)].filter((part) => part !== '').join(', ');
  return (
    <Card component="section" aria-label="Business">
      <Stack>
        <Group wrap="nowrap">
          <BusinessAvatar business={business} image={image} />
          <Stack gap={0} miw={0}>
            <Title order={2} size="h3" className="k-breakable">
              {name}
            </Title>
            {slug !== '' && (
              <Anchor href={`/${slug}`} target="_blank" rel="noopener" className="k-inline-link k-breakable">
                {`${window.location.host}/${slug}`}
              </Anchor>
            )}
            {badge}
          </Stack>
        </Group>
        {description !== null && description !== '' && <Text className="k-breakable">{description}</Text>}
        <Facts>
          <Fact name="Address">{address || '-'}</Fact>
          <Fact name="Time zone">{zoneName(business.timeZone)}</Fact>
          <Fact name="Currency">{currency || DEFAULT_REGISTRATION_CURRENCY}</Fact>
          <Fact name="Business category">{businessCategoryById(business.businessCategoryId)?.name ?? '-'}</Fact>
          <Fact name="Phone">{business.phone || '-'}</Fact>
          <Fact name="Email">{business.email || '-'}</Fact>
          <Social name="X" network="x" typed={business.socialMediaX} />
          <Social name="Instagram" network="instagram" typed={business.socialMediaInstagram} />
          <Social name="TikTok" network="tiktok" typed={business.socialMediaTiktok} />
        </Facts>
      </Stack>
    </Card>
  );
}

/** A social network of the business (R-BIZ-07 to R-BIZ-09): only if present, and a link only if its address is safe. */
function Social({ name, network, typed }: { name: string; network: Network; typed: string | null }) {
  if (typed === null || typed === '') return null;
  const href = socialLink(network, typed);
  return (
    <Fact name={name}>
      {href === null ? (
        typed
      ) : (
        <Anchor href={href} target="_blank" rel="noopener noreferrer" className="k-inline-link">
          {typed}
        </Anchor>
      )}
    </Fact>
  );
}
