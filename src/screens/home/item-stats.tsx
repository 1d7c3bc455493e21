import { Anchor, Card, Group, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { storedCount } from '../../../sync/store/live-reads.ts';
import { paths } from '../../parts/paths.ts';
import { useLive } from '../../state/replica.tsx';
import { Figure } from '../../ui/figure.tsx';

/** R-HOME-19 to R-HOME-21. */
export function ItemStats() {
  const itemCount = useLive((database) => storedCount(database, COUNT_KEYS.activeItems), []);
  return (
    <Card component="section" aria-labelledby="item-stats">
      <Title order={2} size="h4" id="item-stats" mb="sm">
        Quick Items Stats
      </Title>
      <Group justify="space-between" align="flex-end">
        <dl className="k-figure-grid">
          <Figure name="Total items">{itemCount}</Figure>
        </dl>
        <Anchor component={Link} to={paths.items} className="k-inline-link">
          View items
        </Anchor>
      </Group>
    </Card>
  );
}
