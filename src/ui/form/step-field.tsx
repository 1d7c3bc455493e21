import { ActionIcon, Group, Input } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { stepByArrowKeys } from './step-keys.ts';
import { NUMBER_CHARS_MAX } from './number-chars.ts';

export interface StepFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** One step down or up; the step concerns these buttons and the arrow keys only (C-041). */
  onStep: (direction: -1 | 1) => void;
  lessLabel: string;
  moreLabel: string;
  isLessDisabled?: boolean;
  onBlur?: () => void;
  /** Before the number, such as the currency. */
  unit?: string;
  error?: React.ReactNode;
  description?: string;
  inputProps?: object;
}

/** A number field between a button for less and a button for more, each as large as a thumb. */
export function StepField(props: StepFieldProps) {
  const { label, value, onChange, onStep, lessLabel, moreLabel, isLessDisabled = false, onBlur, unit, error } = props;
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} error={error} description={props.description}>
      <Group gap={4} wrap="nowrap" className="k-step">
        <ActionIcon variant="default" aria-label={lessLabel} disabled={isLessDisabled} onClick={() => onStep(-1)}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        {/* Without a wrapper of its own: the outer field's description and error refer to it. */}
        <Input
          {...props.inputProps}
          id={id}
          m={0}
          className="k-step-input"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={NUMBER_CHARS_MAX}
          value={value}
          error={error !== undefined && error !== null}
          leftSection={unit}
          leftSectionWidth={unit === undefined ? 0 : `${unit.length + 2}ch`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={onBlur}
          onKeyDown={stepByArrowKeys(onStep)}
        />
        <ActionIcon variant="default" aria-label={moreLabel} onClick={() => onStep(1)}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </Input.Wrapper>
  );
}
