import { Card, CloseButton, Group, Text } from '@mantine/core';
import { memo } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { StepField } from '../../ui/form/step-field.tsx';
import { COUNT_SENTENCE, labelCount, LABELS_OF_ITEM_MAX } from './label-content.ts';

interface LabelLineFieldsProps {
  number: number;
  item: Item;
  countText: string;
  /** The item's code, or why no barcode can be printed. */
  remark: string;
  onCount: (itemId: number, text: string) => void;
  onRemove: (itemId: number) => void;
}

/** The fields of one line. Renders again only if its own props change. */
export const LabelLineFields = memo(function LabelLineFields(props: LabelLineFieldsProps) {
  const { number, item, countText, remark, onCount, onRemove } = props;
  const count = labelCount(countText);
  const step = (direction: -1 | 1) => {
    const next = (count ?? 0) + direction;
    if (next >= 1 && next <= LABELS_OF_ITEM_MAX) onCount(item.id, String(next));
  };
  return (
    <li>
      <Card role="group" aria-label={`Line ${number}`} p="sm">
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <Group align="flex-start" gap="xs" className="k-grow">
            <div className="k-label-line-name">
              <Text fw={600} className="k-breakable" dir="auto">
                {item.name}
              </Text>
              <Text size="sm" className="k-breakable">
                {remark}
              </Text>
            </div>
            <div className="k-label-line-count">
              <StepField
                label="Labels"
                value={countText}
                error={count === null ? COUNT_SENTENCE : null}
                lessLabel="One less"
                moreLabel="One more"
                isLessDisabled={count === 1}
                onChange={(text) => onCount(item.id, text)}
                onStep={step}
              />
            </div>
          </Group>
          <CloseButton size="lg" aria-label={`Remove line ${number}`} onClick={() => onRemove(item.id)} />
        </Group>
      </Card>
    </li>
  );
});
