import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { countDescription, countText } from '../../../src/ui/count-badge.tsx';
import { Figure } from '../../../src/ui/figure.tsx';
import { StepField, type StepFieldProps } from '../../../src/ui/form/step-field.tsx';
import { DayHeading } from '../../../src/ui/list/day-heading.tsx';
import { OnlineOnlyButton } from '../../../src/ui/online-only.tsx';
import { freshAppState, renderPart } from '../../support/screens/app-harness.tsx';

/* Parts that many screens are made of: what each shows, and what it leaves out. */

beforeEach(freshAppState);

test('R-NOTIF-27 a badge counts to nine, and says nothing of none', () => {
  expect([1, 9, 10].map(countText)).toEqual(['1', '9', '9+']);
  expect([0, 1, 10].map(countDescription)).toEqual([undefined, '1 unread', '9+ unread']);
});

describe('a figure', () => {
  test('has a name and a number, and neither a link nor a note unless it has one', () => {
    const { container } = renderPart(<Figure name="Sales">14</Figure>);
    expect([...container.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual(['Sales', '14']);
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.querySelector('[data-large], .k-stretched')).toBeNull();
  });

  test('leads to the list that it counts, and has each note on a line', () => {
    const { container } = renderPart(
      <Figure name="Sales" to="/sales" isLarge note={['12 paid', '2 unpaid']}>
        14
      </Figure>,
    );
    expect(screen.getByRole('link', { name: 'Sales' }).getAttribute('href')).toBe('/sales');
    expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      ...['14', '12 paid', '2 unpaid'],
    ]);
    expect(container.querySelector('[data-large].k-stretched')).not.toBeNull();
  });
});

test('R-SLIST-01 the heading of a day has its figures once they are read, and a word over it only where one is needed', () => {
  const plain = renderPart(<DayHeading day="Today" figures="" over={null} />);
  expect(screen.getByRole('heading').parentElement?.querySelectorAll('p')).toHaveLength(0);
  expect(screen.getByRole('heading').textContent).toBe('Today');
  plain.unmount();
  renderPart(<DayHeading day="Today" figures="2 found" over="Other matches" />);
  expect(screen.getByRole('heading').textContent).toBe('Today · 2 found');
  expect(screen.getByText('Other matches')).toBeTruthy();
});

describe('a number between less and more', () => {
  const show = (props: Partial<StepFieldProps> = {}) => {
    const acts = { onChange: vi.fn<StepFieldProps['onChange']>(), onStep: vi.fn<StepFieldProps['onStep']>() };
    renderPart(<StepField label="Quantity" value="5" lessLabel="Less" moreLabel="More" {...acts} {...props} />);
    return acts;
  };
  const field = () => screen.getByLabelText<HTMLInputElement>('Quantity');

  test('the buttons and the arrow keys step, and a tap marks all of it', async () => {
    const { onStep, onChange } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Less' }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(onStep.mock.calls).toEqual([[-1], [1], [1], [-1]]);
    await userEvent.click(field());
    fireEvent.focus(field());
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 1]);
    fireEvent.change(field(), { target: { value: '7' } });
    expect(onChange.mock.calls).toEqual([['7']]);
  });

  test('is a decimal number for a phone’s keyboard, and neither wrong nor at its end unless it is said', () => {
    show();
    const asked = ['inputmode', 'autocomplete', 'enterkeyhint'].map((name) => field().getAttribute(name));
    expect(asked).toEqual(['decimal', 'off', 'done']);
    expect(field().getAttribute('aria-invalid')).not.toBe('true');
    expect(screen.getByRole('button', { name: 'Less' })).toHaveProperty('disabled', false);
  });

  test('says what is wrong with it, and what it counts', () => {
    show({ error: 'Too large', description: 'Kilogram', isLessDisabled: true, unit: 'UGX' });
    expect(field().getAttribute('aria-invalid')).toBe('true');
    for (const text of ['Too large', 'Kilogram', 'UGX']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Less' })).toHaveProperty('disabled', true);
  });
});

describe('a button that needs the network', () => {
  const show = (isOnline: boolean, disabled = false) =>
    renderPart(
      <OnlineOnlyButton isOnline={isOnline} disabled={disabled} purpose="log in">
        Log in
      </OnlineOnlyButton>,
    );
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' });

  test('is there for a tap online, and says nothing', () => {
    show(true);
    expect([button().disabled, button().getAttribute('aria-describedby')]).toEqual([false, null]);
    expect(screen.queryByText(/^You are offline/)).toBeNull();
  });

  test('is off with no signal and says why, or where its form says so', () => {
    const offline = show(false);
    expect(button().disabled).toBe(true);
    const reason = document.getElementById(button().getAttribute('aria-describedby') ?? '');
    expect([reason?.textContent, reason?.hidden]).toEqual([
      'You are offline. Connect to the internet to log in.',
      false,
    ]);
    offline.unmount();
    show(true, true);
    expect(button().disabled).toBe(true);
  });
});
