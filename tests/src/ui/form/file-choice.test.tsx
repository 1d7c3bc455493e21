import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FileChoice } from '../../../../src/ui/form/file-choice.tsx';

const file = new File(['Name,Selling price'], 'items.csv', { type: 'text/csv' });

function show(onChoose: (chosen: File | File[] | null) => void, multiple: boolean): HTMLInputElement {
  const props = { inputProps: { 'aria-label': 'File' }, children: () => <p>Choose</p> };
  render(
    <MantineProvider>
      {multiple ? (
        <FileChoice multiple onChange={onChoose} {...props} />
      ) : (
        <FileChoice onChange={onChoose} {...props} />
      )}
    </MantineProvider>,
  );
  return screen.getByLabelText('File');
}

// A browser is still about a choice only where its field already has that file.
test.each([false, true])(
  'X-TYPE-55 after a choice the field is empty again (several at once: %s)',
  async (multiple) => {
    const chosen: unknown[] = [];
    const field = show((files) => chosen.push(files), multiple);
    await userEvent.upload(field, file);
    expect([field.value, field.files?.length]).toEqual(['', 0]);
    await userEvent.upload(field, file);
    expect(chosen).toEqual(multiple ? [[file], [file]] : [file, file]);
  },
);
