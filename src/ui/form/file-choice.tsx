import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/**
 * A button that asks for a file. Each choice counts, also of the file that was chosen before: browsers compare the path
 * only, and would keep still about a file that was corrected and saved again (X-TYPE-55).
 */
export function FileChoice<Multiple extends boolean = false>(props: FileButtonProps<Multiple>) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      {...props}
      resetRef={reset}
      onChange={(chosen) => {
        reset.current?.();
        props.onChange(chosen);
      }}
    />
  );
}
