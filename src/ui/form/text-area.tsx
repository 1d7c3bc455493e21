import { type ElementProps, InputBase, type InputBaseProps } from '@mantine/core';

/**
 * A field of several lines that grows with its text, by a style (`field-sizing`) and not by a script that measures it
 * while the screen is drawn; where a browser does not know the style, it keeps its rows and scrolls.
 */
export function TextArea(props: InputBaseProps & ElementProps<'textarea', 'size'>) {
  return <InputBase component="textarea" multiline rows={2} classNames={{ input: 'k-grows' }} {...props} />;
}
