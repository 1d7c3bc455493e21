import { Box, Text, type TextProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type PeopleTable, usePossibleDuplicates } from '../../state/possible-duplicates.ts';
import { SEARCH_DELAY_MS } from '../../ui/list/use-delayed-search.ts';

/** Warns that this may be a person who is entered already. Both may be kept: a person decides (M20, G47). */
export function PossibleDuplicate({ name, ...props }: Pick<TextProps, 'lineClamp'> & { name: string }) {
  return (
    <Text size="sm" fw={600} className="k-breakable" {...props}>
      Possible duplicate of {name}
    </Text>
  );
}

export interface TypedPerson {
  table: PeopleTable;
  /** Null for a new person. */
  id: number | null;
  name: string;
  phone: string;
}

/** Warns while the name or number is typed, once typing pauses. */
export function PossibleDuplicateOfTyped({ table, id, name, phone }: TypedPerson) {
  const [typedName] = useDebouncedValue(name, SEARCH_DELAY_MS);
  const [typedPhone] = useDebouncedValue(phone, SEARCH_DELAY_MS);
  const other = usePossibleDuplicates(table, [{ id, name: typedName, phone: typedPhone }]).get(id);
  return other === undefined ? null : (
    <Box role="status" mt={4}>
      <PossibleDuplicate name={other.name} />
    </Box>
  );
}
