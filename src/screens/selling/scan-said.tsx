import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { newItemLink } from '../../parts/paths.ts';
import type { ScanAnswer } from '../../parts/item/use-code-scan.ts';

/** The result of a scan; for an unknown code also what can be done (R-CTR-13, R-CTR-14). */
export function ScanSaid({ answer }: { answer: ScanAnswer }) {
  return (
    <Group justify="space-between" gap="xs" className="k-scan-said">
      <Text component="span" fw={600} className="k-breakable" lineClamp={answer.isFound ? 2 : 4}>
        {answer.sentence}
      </Text>
      {answer.missingCode !== undefined && (
        <Button component={Link} to={newItemLink(answer.missingCode)} size="compact-md" variant="default" h={44}>
          Create item with this code
        </Button>
      )}
    </Group>
  );
}
