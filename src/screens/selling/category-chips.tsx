import { Chip, Group } from '@mantine/core';
import { memo } from 'react';
import '@mantine/core/styles/Chip.css';

interface CategoryChipsProps {
  categories: readonly string[];
  /** Null: all categories. */
  chosen: string | null;
  onChoose: (category: string | null) => void;
}

const ALL = '';

/** 'All' first, then the best-selling categories (R-CTR-04). Renders nothing if the shop has no categories. */
export const CategoryChips = memo(function CategoryChips({ categories, chosen, onChoose }: CategoryChipsProps) {
  if (categories.length === 0) return null;
  return (
    <Chip.Group multiple={false} value={chosen ?? ALL} onChange={(value) => onChoose(value === ALL ? null : value)}>
      <Group className="k-chips" role="group" aria-label="Categories" wrap="nowrap" gap="xs">
        <Chip value={ALL}>All</Chip>
        {categories.map((category) => (
          <Chip key={category} value={category}>
            {category}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
});
