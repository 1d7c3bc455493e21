import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/* Acts and look-ups of most tests of screens, by the words that a person reads. */

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Sets the field's text at once, because most tests are about values, not about typing. */
export const enter = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Presses a button as soon as it is there. */
export const pressOnceThere = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** Returns the one open dialog. */
export const dialog = () => within(screen.getByRole('dialog'));
