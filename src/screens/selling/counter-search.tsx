import { ActionIcon, CloseButton, Group, TextInput } from '@mantine/core';
import { IconScan, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { hasCamera } from '../../platform/barcode-reader.ts';
import type { ScanAnswer } from '../../parts/item/use-code-scan.ts';
import { ScanSaid } from './scan-said.tsx';

interface CounterSearchProps {
  inputRef: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (text: string) => void;
  /** Called on Enter: adds the item with this code, else the first hit. */
  onEnter: () => void;
  onCamera: () => void;
  /** The result of the last scan; null if there was none, or if something else was done since. */
  answer: ScanAnswer | null;
}

/**
 * One field for names and codes (R-CTR-12). A found item is shown in the empty field, where the eyes are and where it
 * moves no tile; a code without an item is reported below the field, with what can be done.
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
          data-keys-when-empty
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
        {answer !== null && <ScanSaid answer={answer} />}
      </div>
    </div>
  );
}
