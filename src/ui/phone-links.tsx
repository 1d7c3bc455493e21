import { Button, Group } from '@mantine/core';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { dialled } from '../../domain/text/phone.ts';

export interface PhoneLinksProps {
  /** The number as it was typed. */
  phone: string | null;
  /** The shop's country, for a number without a calling code; null if it is not known. */
  country: string | null;
}

/** Links to call a number or write to it (G46). Renders nothing if it is no phone number. */
export function PhoneLinks({ phone, country }: PhoneLinksProps) {
  const number = phone === null ? null : dialled(phone, country ?? '');
  if (number === null) return null;
  return (
    <Group gap="sm" grow preventGrowOverflow={false} wrap="nowrap">
      <Button
        component="a"
        href={`tel:${number.dial}`}
        variant="default"
        px="xs"
        leftSection={<IconPhone size={20} aria-hidden />}
      >
        Call
      </Button>
      {number.fromAbroad !== null && (
        <Button
          component="a"
          href={`https://wa.me/${number.fromAbroad}`}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          px="xs"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          WhatsApp
        </Button>
      )}
    </Group>
  );
}
