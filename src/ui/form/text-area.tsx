import { type ElementProps, InputBase, type InputBaseProps } from '@mantine/core';
import { memo } from 'react';

const GROWS = { input: 'k-grows' };

/**
 * A field of several lines that grows with its text. It grows by the style `field-sizing`, not by a script that
 * measures it during render. In a browser without that style it keeps its rows and scrolls.
 */
export const TextArea = memo(function TextArea(props: InputBaseProps & ElementProps<'textarea', 'size'>) {
  return <InputBase component="textarea" multiline rows={2} classNames={GROWS} {...props} />;
});
