import { TextInput } from '@mantine/core';
import { memo } from 'react';

/**
 * A field for one line of text, in a form of `useValidatedForm`. Like the other fields of this folder it is rendered only
 * when one of its props changes, so a key renders the field that it is typed into and not the whole form (X-TYPE-53). A
 * handler of the screen's own must stay the same between renders (`useCallback`), or its field is rendered with every key.
 */
export const TextField = memo(TextInput);
