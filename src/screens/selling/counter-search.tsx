import { ActionIcon, Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconScan, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { newItemLink } from '../../app/paths.ts';
import { hasCamera } from '../../platform/barcode-reader.ts';
import type { ScanAnswer } from '../../app/use-code-scan.ts';

interface CounterSearchProps {
  inputRef: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (text: string) => void;
  /** Enter: the item of the code, else the first hit. */
  onEnter: () => void;
  onCamera: () => void;
  /** Of the last scan; null when there was none, or something else was done since. */
  answer: ScanAnswer | null;
}

/**
 * One field for names and codes (R-CTR-12). What was found stands in the empty field, where the eyes are and where it moves
 * no tile; that nothing was found stands under it, with what can be done.
 */
export function CounterSearch({ inputRef, typed, onType, onEnter, onCamera, answer }: CounterSearchProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  const isInField = answer?.isFound === true && typed === '';
  return (
    <div className="k-counter-search">
      <Group gap="xs" wrap="nowrap">
        <TextInput
          ref={inputRef}
          className="k-grow"
          aria-label="Search or scan"
          placeholder={isInField ? '' : 'Search or scan'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSection={typed === '' ? null : <CloseButton aria-label="Clear search" onClick={() => onType('')} />}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={press}
        />
        {hasCamera() && (
          <ActionIcon variant="default" aria-label="Scan with the camera" onClick={onCamera}>
            <IconScan size={22} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <div role="status" className="k-scan-answer" data-found={answer?.isFound}>
        {answer !== null && (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text component="span" fw={600} className="k-breakable" lineClamp={answer.isFound ? 2 : 4}>
              {answer.sentence}
            </Text>
            {answer.missingCode !== undefined && (
              <Button component={Link} to={newItemLink(answer.missingCode)} size="compact-md" variant="default" h={44}>
                Create item with this code
              </Button>
            )}
          </Group>
        )}
      </div>
    </div>
  );
}
