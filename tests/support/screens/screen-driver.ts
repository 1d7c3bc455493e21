import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/* Acts and look-ups of most tests of screens, by the words that a person reads. */

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Puts a text into the field at once: most tests are about values, not about typing. */
export const enter = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Presses a button that comes in a moment. */
export const pressOnceThere = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** The one dialog that is open. */
export const dialog = () => within(screen.getByRole('dialog'));
