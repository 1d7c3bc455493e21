import { Anchor, Card, Stack, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { customerLink } from '../../parts/paths.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { PhoneLinks } from '../../ui/phone-links.tsx';
import type { ShownOrder } from './read-order.ts';

const MISSING = '-';

/** The customer as typed in the order, with links to call or write (R-ODET-19 to R-ODET-22, G46). */
export function OrderCustomer({ shown, country }: { shown: ShownOrder; country: string | null }) {
  const { customer, order } = shown;
  const { name, phone, address } = order.customer;
  return (
    <Card component="section" aria-label="Customer">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Customer
        </Title>
        <Facts>
          <Fact name="Name">
            {customer !== null ? (
              <Anchor component={Link} to={customerLink(customer.id)} className="k-inline-link">
                {name || MISSING}
              </Anchor>
            ) : (
              name || MISSING
            )}
          </Fact>
          <Fact name="Phone">{phone ?? MISSING}</Fact>
          <Fact name="Address">{address ?? MISSING}</Fact>
        </Facts>
        <PhoneLinks phone={phone} country={country} />
      </Stack>
    </Card>
  );
}
