import '@mantine/core/styles/Switch.css';
import { Button, Input, NativeSelect, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { LABELS_PER_SHEET, ROLL_HEIGHTS_MM, SHEET_KINDS, SHEETS } from '../../platform/labels/label-paper.ts';
import type { LabelSettings } from '../../platform/labels/label-settings.ts';
import { ROLL_WIDTHS_MM } from '../../platform/printer/printer-settings.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

interface LabelChoicesProps {
  settings: LabelSettings;
  onChange: (part: Partial<LabelSettings>) => void;
  startAtText: string;
  startAtError: string | null;
  onStartAt: (text: string) => void;
  /** The name of the printer that will be used. */
  printerText: string;
  /** null if the print dialog is used already. */
  onOtherPrinter: (() => void) | null;
}

/** The choice of the paper and of the content of a label. */
export function LabelChoices(props: LabelChoicesProps) {
  const { settings, onChange, startAtText, startAtError, onStartAt, printerText, onOtherPrinter } = props;
  const id = useId();
  const papers = [
    { value: 'sheet', label: 'A4' },
    ...ROLL_WIDTHS_MM.map((width) => ({ value: String(width), label: `${width} mm` })),
  ];
  const choosePaper = (value: string) => {
    const rollWidthMm = ROLL_WIDTHS_MM.find((width) => String(width) === value);
    onChange(rollWidthMm === undefined ? { kind: 'sheet' } : { kind: 'roll', rollWidthMm });
  };
  return (
    <Stack gap="sm">
      <div>
        <Input.Label id={id} labelElement="div">
          Paper
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          data={papers}
          value={settings.kind === 'sheet' ? 'sheet' : String(settings.rollWidthMm)}
          onChange={choosePaper}
        />
      </div>
      {settings.kind === 'sheet' ? (
        <>
          <NativeSelect
            label="Labels of the sheet"
            description="Three across and eight down, as the box says."
            data={SHEET_KINDS.map((kind) => ({ value: kind, label: SHEETS[kind].label }))}
            value={settings.sheet}
            onChange={(event) => {
              const sheet = SHEET_KINDS.find((kind) => kind === event.currentTarget.value);
              if (sheet !== undefined) onChange({ sheet });
            }}
          />
          <TextInput
            label="Start at label"
            description={`1 to ${LABELS_PER_SHEET}, row by row: for a sheet that is used in part.`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={NUMBER_CHARS_MAX}
            value={startAtText}
            error={startAtError}
            onChange={(event) => onStartAt(event.currentTarget.value)}
          />
        </>
      ) : (
        <NativeSelect
          label="Height of a label"
          data={ROLL_HEIGHTS_MM.map((mm) => ({ value: String(mm), label: `${mm} mm` }))}
          value={String(settings.heightMm)}
          onChange={(event) => {
            const heightMm = ROLL_HEIGHTS_MM.find((mm) => String(mm) === event.currentTarget.value);
            if (heightMm !== undefined) onChange({ heightMm });
          }}
        />
      )}
      <Switch
        label="Show the price"
        checked={settings.showsPrice}
        onChange={(event) => onChange({ showsPrice: event.currentTarget.checked })}
      />
      <Text size="sm" className="k-breakable">
        {printerText}
      </Text>
      {onOtherPrinter !== null && (
        <Button variant="default" onClick={onOtherPrinter}>
          Use another printer
        </Button>
      )}
    </Stack>
  );
}
