import { Stack, Title } from '@mantine/core';
import { ConflictCard } from './conflict-card.tsx';
import { nameOfRow } from './describe-change.ts';
import { OversoldCard } from './oversold-card.tsx';
import { RefusedCard } from './refused-card.tsx';
import { RefusedImageCard } from './refused-image-card.tsx';
import { UnsettledSaleCard } from './unsettled-sale-card.tsx';
import type { SyncOverview } from './use-sync-overview.ts';

/** Changes that need a person's decision, each with the reason in a sentence. None of them is lost. */
export function AttentionList({ overview, timeZone }: { overview: SyncOverview; timeZone: string }) {
  const { attention, conflicts, unsettled, oversold, refusedImages, names } = overview;
  if (attention.length + conflicts.length + unsettled.length + oversold.length + refusedImages.length === 0)
    return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="attention">
      <Title order={2} size="h4" id="attention">
        Needs attention
      </Title>
      <Stack component="ul" aria-labelledby="attention" className="k-plain-list" gap="xs">
        {attention.map((entry) => (
          <li key={entry.seq}>
            <RefusedCard entry={entry} names={names} timeZone={timeZone} />
          </li>
        ))}
        {conflicts.map((conflict) => (
          <li key={`conflict ${conflict.id}`}>
            <ConflictCard
              conflict={conflict}
              name={nameOfRow({ table: conflict.table, id: conflict.rowId }, names)}
              timeZone={timeZone}
            />
          </li>
        ))}
        {refusedImages.map((refused) => (
          <li key={`image ${refused.file.key}`}>
            <RefusedImageCard refused={refused} names={names} timeZone={timeZone} />
          </li>
        ))}
        {unsettled.map((sale) => (
          <li key={`sale ${sale.id}`}>
            <UnsettledSaleCard sale={sale} />
          </li>
        ))}
        {oversold.map((item) => (
          <li key={`item ${item.id}`}>
            <OversoldCard item={item} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
