import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { useValidatedForm } from '../../../../src/ui/form/form.ts';
import { TextField } from '../../../../src/ui/form/text-field.tsx';

const long = (sentence: string) => v.pipe(v.string(), v.minLength(3, sentence));

function showForm() {
  const onSubmit = vi.fn<(input: { name: string; city: string }) => void>();
  const schema = v.object({ name: long('The name is too short'), city: long('The city is too short') });
  function Form() {
    const { form, formProps } = useValidatedForm({ initialValues: { name: '', city: '' }, schema, onSubmit });
    return (
      <form {...formProps}>
        <TextField label="Name" {...form.getInputProps('name')} />
        <TextField label="City" {...form.getInputProps('city')} />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
  return onSubmit;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByText('Save'));
const isWrong = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';

// The handlers of the first render serve all later ones, so they must read nothing that was true only then.
test('a key clears the message of its own field alone, after each refusal', () => {
  showForm();
  for (const round of ['a', 'b', 'c']) {
    save();
    expect([isWrong('Name'), isWrong('City')]).toEqual([true, true]);
    type('Name', round);
    expect([isWrong('Name'), isWrong('City')]).toEqual([false, true]);
    type('City', round);
    expect([isWrong('Name'), isWrong('City')]).toEqual([false, false]);
  }
});

test('what was typed in turn into two fields is saved as it stands there', () => {
  const onSubmit = showForm();
  for (const text of ['Ami', 'Amin', 'Amina']) {
    type('Name', text);
    type('City', `${text} town`);
  }
  save();
  expect(onSubmit.mock.calls).toEqual([[{ name: 'Amina', city: 'Amina town' }]]);
});
