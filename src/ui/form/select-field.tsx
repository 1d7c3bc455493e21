import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { memo } from 'react';

/**
 * The platform's own list of choices, of which one is chosen, in a form of `useValidatedForm`; rendered like a
 * `TextField`. The choices are compared by content: they may be made anew in each render.
 */
export const SelectField = memo(NativeSelect, ({ data: was = [], ...before }, { data: is = [], ...now }) => {
  return shallowEqual(before, now) && was.length === is.length && is.every((each, nth) => isSameChoice(was[nth], each));
});

type Choice = NonNullable<NativeSelectProps['data']>[number];

const isSameChoice = (a: Choice | undefined, b: Choice): boolean =>
  typeof a === 'object' && typeof b === 'object' ? shallowEqual(a, b) : a === b;
