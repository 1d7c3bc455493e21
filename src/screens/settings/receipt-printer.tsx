import '@mantine/core/styles/Switch.css';
import {
  Alert,
  Button,
  Card,
  Group,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { IconBluetooth, IconPlug, IconPrinter, IconUsb, type Icon } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { paths } from '../../parts/paths.ts';
import { CUT_SHORT, printerProblemSentence } from '../../parts/printer/printer-words.ts';
import { printerErrorOf } from '../../platform/printer/printer-link.ts';
import {
  BAUD_RATES,
  keepPrinterSettings,
  newPrinterSettings,
  type PrinterSettings,
  type PrinterWay,
  ROLL_WIDTHS_MM,
  usePrinterSettings,
} from '../../platform/printer/printer-settings.ts';
import { choosePrinter, supportedWays } from '../../platform/printer/receipt-printer.ts';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { type PrinterStatus, usePrinterStatus } from './use-printer-status.ts';

const WAYS: Readonly<Record<PrinterWay, { label: string; Icon: Icon }>> = {
  bluetooth: { label: 'Connect by Bluetooth', Icon: IconBluetooth },
  usb: { label: 'Connect by USB', Icon: IconUsb },
  serial: { label: 'Connect by serial port', Icon: IconPlug },
};

/** The receipt printer of this device, at /settings/printer (R-PRN-01 to R-PRN-05). */
export function ReceiptPrinter() {
  usePageTitle('Receipt printer');
  const settings = usePrinterSettings((state) => state.settings);
  return (
    <Screen>
      <BackLink to={paths.profile} />
      {settings === null ? <NoPrinter /> : <ChosenPrinter settings={settings} />}
    </Screen>
  );
}

function NoPrinter() {
  const ways = supportedWays();
  if (ways.length === 0) return <CannotReach />;
  return (
    <Stack>
      <Text>
        No printer is chosen on this device: receipts go through its print dialog. With a printer of its own they come
        out by themselves.
      </Text>
      <WayButtons ways={ways} />
      <Text size="sm">
        Your browser shows what is near or plugged in. Switch the printer on first. The choice holds for this device
        only.
      </Text>
    </Stack>
  );
}

/** Shown on iPhones, in Firefox, and on browser pages without https. */
function CannotReach() {
  return (
    <Alert title="This browser cannot reach a printer by itself" icon={<IconPrinter size={20} aria-hidden />}>
      <Text>
        Receipts are printed by the print dialog, which knows the printers of the phone or computer. To print with no
        dialog open Kaunta in Chrome or Edge, on Android or on a computer, at an address that begins with https.
      </Text>
    </Alert>
  );
}

function WayButtons({ ways, isSubtle = false }: { ways: readonly PrinterWay[]; isSubtle?: boolean }) {
  const choosing = useOneAtATime();
  const choose = (way: PrinterWay) =>
    choosing.start(async () => {
      try {
        const { identity, name } = await choosePrinter(way);
        if (!keepPrinterSettings(newPrinterSettings(identity, name))) tellNotKept();
      } catch (error) {
        const { problem } = printerErrorOf(error);
        if (problem !== 'cancelled') showFailure('The printer was not connected', printerProblemSentence(problem));
      }
    });
  return (
    <Stack gap="xs">
      {ways.map((way) => {
        const { label, Icon: Sign } = WAYS[way];
        return (
          <Button
            key={way}
            size="md"
            variant={isSubtle ? 'default' : 'filled'}
            leftSection={<Sign size={20} aria-hidden />}
            onClick={() => choose(way)}
          >
            {label}
          </Button>
        );
      })}
    </Stack>
  );
}

const tellNotKept = () =>
  showFailure('The choice was not kept', 'This device has no room left. Free some space and try again.');

const STATUS: Readonly<Record<PrinterStatus, { tone: StatusTone; text: string; hint: string | null }>> = {
  looking: { tone: 'neutral', text: 'Looking for it', hint: null },
  there: { tone: 'good', text: 'Ready', hint: null },
  gone: {
    tone: 'problem',
    text: 'Not there',
    hint: 'Switch it on and plug it in. If it is and this stays, connect it again.',
  },
  unconnected: {
    tone: 'neutral',
    text: 'Connects when it prints',
    hint: 'Whether it is on shows with the next receipt, or with a test.',
  },
  ask: {
    tone: 'waiting',
    text: 'To be connected',
    hint: 'This browser asks for a Bluetooth printer again each time Kaunta is opened. Print a test, and choose it.',
  },
};

function ChosenPrinter({ settings }: { settings: PrinterSettings }) {
  const { name, identity } = settings;
  const status = STATUS[usePrinterStatus(identity)];
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Stack>
      <Card component="section" aria-label={name}>
        <Stack gap="xs">
          <Title order={2} size="h4" className="k-breakable">
            {name}
          </Title>
          <Group gap="xs" role="status">
            <StatusBadge tone={status.tone}>{status.text}</StatusBadge>
          </Group>
          {status.hint !== null && <Text size="sm">{status.hint}</Text>}
        </Stack>
      </Card>
      <PrinterChoices settings={settings} />
      <TestButton settings={settings} />
      {isChoosing ? (
        <WayButtons ways={supportedWays()} isSubtle />
      ) : (
        <Group grow>
          <Button variant="default" px="xs" onClick={() => setChoosing(true)}>
            Connect again
          </Button>
          <Button variant="default" px="xs" onClick={() => void keepPrinterSettings(null)}>
            Forget it
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function PrinterChoices({ settings }: { settings: PrinterSettings }) {
  const labelId = useId();
  const change = (part: Partial<PrinterSettings>) => {
    if (!keepPrinterSettings({ ...settings, ...part })) tellNotKept();
  };
  const { identity, rollWidthMm, printsAfterSale, opensDrawer } = settings;
  return (
    <>
      <div>
        <Input.Label id={labelId} labelElement="div">
          Width of the roll
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={labelId}
          data={ROLL_WIDTHS_MM.map((mm) => ({ value: String(mm), label: `${mm} mm` }))}
          value={String(rollWidthMm)}
          onChange={(value) => change({ rollWidthMm: ROLL_WIDTHS_MM.find((mm) => String(mm) === value) ?? 58 })}
        />
      </div>
      {identity.way === 'serial' && (
        <NativeSelect
          label="Speed of the line"
          description="As the printer is set; its own test page says it."
          data={BAUD_RATES.map(String)}
          value={String(identity.baudRate)}
          onChange={(event) => {
            const baudRate = BAUD_RATES.find((rate) => String(rate) === event.currentTarget.value);
            if (baudRate !== undefined) change({ identity: { ...identity, baudRate } });
          }}
        />
      )}
      <Switch
        label="Print after each sale"
        checked={printsAfterSale}
        onChange={(event) => change({ printsAfterSale: event.currentTarget.checked })}
      />
      <Switch
        label="Open the cash drawer"
        description="After a sale that was paid in cash. The drawer is plugged into the printer."
        checked={opensDrawer}
        onChange={(event) => change({ opensDrawer: event.currentTarget.checked })}
      />
    </>
  );
}

function TestButton({ settings }: { settings: PrinterSettings }) {
  const shop = useShop();
  const printing = useOneAtATime();
  const print = () =>
    printing.start(async () => {
      try {
        const { printTest } = await import('./print-test.ts');
        const result = await printTest(settings, shop.name ?? 'Kaunta');
        if (result.ok) return showSuccess('The test was sent to the printer');
        const sentence = printerProblemSentence(result.problem);
        showFailure('The test was not printed', result.wasBegun ? `${sentence} ${CUT_SHORT}` : sentence);
      } catch {
        showFailure('The test was not printed', 'It could not be made ready for the printer.');
      }
    });
  return (
    <Button leftSection={<IconPrinter size={20} aria-hidden />} loading={printing.isBusy} onClick={print}>
      Print a test
    </Button>
  );
}
