import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { usePossibleDuplicates } from '../state/possible-duplicates.ts';
import { SEARCH_DELAY_MS } from '../ui/use-delayed-search.ts';

/** Both may stand; a person decides (M20, G47). */
export function PossibleDuplicate({ name }: { name: string }) {
  return (
    <Text size="sm" fw={600} className="k-breakable">
      Possible duplicate of {name}
    </Text>
  );
}

export interface TypedCustomer {
  name: string;
  phone: string;
  customerId: number | null;
}

/** Said while a customer is typed, once typing pauses. */
export function PossibleDuplicateOfTyped({ name, phone, customerId }: TypedCustomer) {
  const [typedName] = useDebouncedValue(name, SEARCH_DELAY_MS);
  const [typedPhone] = useDebouncedValue(phone, SEARCH_DELAY_MS);
  const other = usePossibleDuplicates([{ id: customerId, name: typedName, phone: typedPhone }]).get(customerId);
  return other === undefined ? null : (
    <Box role="status" mt={4}>
      <PossibleDuplicate name={other.name} />
    </Box>
  );
}
