import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stepByArrowKeys } from '../../../../src/ui/form/step-keys.ts';

test('C-041 Up and Down step the number and do not move the caret too; other keys are left to the field', () => {
  const steps: number[] = [];
  render(<input aria-label="Quantity" onKeyDown={stepByArrowKeys((direction) => steps.push(direction))} />);
  const isLeftToField = (key: string) => fireEvent.keyDown(screen.getByLabelText('Quantity'), { key });
  expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', '1'].map(isLeftToField)).toEqual([false, false, true, true]);
  expect(steps).toEqual([1, -1]);
});
