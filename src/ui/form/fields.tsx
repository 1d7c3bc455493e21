import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { memo } from 'react';

/*
 * Mantine's fields, for forms of `useValidatedForm`. Each is rendered only when its own props change, so a key renders
 * the field that it is typed into and not the whole form (X-TYPE-53). A handler of the screen's own must stay the same
 * between renders (`useCallback`), or its field is rendered with every key.
 */

/** A field for one line of text. */
export const TextField = memo(TextInput);

/** The platform's own list of choices, of which one is chosen. The list may be made anew in each render. */
export const SelectField = memo(NativeSelect, ({ data: was = [], ...before }, { data: is = [], ...now }) => {
  return shallowEqual(before, now) && was.length === is.length && is.every((each, nth) => isSameChoice(was[nth], each));
});

type Choice = NonNullable<NativeSelectProps['data']>[number];

const isSameChoice = (a: Choice | undefined, b: Choice): boolean =>
  typeof a === 'object' && typeof b === 'object' ? shallowEqual(a, b) : a === b;
