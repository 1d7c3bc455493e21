import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { linesOf } from '../../../../e2e/fixtures/escpos-reader.ts';
import { labelsLink } from '../../../../src/parts/paths.ts';
import { keepPrinterSettings } from '../../../../src/platform/printer/printer-settings.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { COLA, HONEY, printButton, showLabels, typeCount } from '../../../support/screens/labels-screen.tsx';
import { standInPrinter, type StandInPrinter, takePrinterAway } from '../../../support/browser/usb-printer.ts';

/* Labels on this device's own printer, and by the print dialog in its place. */

let print: Mock<() => void>;
beforeEach(() => {
  print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
});
afterEach(() => {
  localStorage.removeItem('kaunta-labels');
  keepPrinterSettings(null);
  takePrinterAway();
});

function hasPrinter(): StandInPrinter {
  const printer = standInPrinter();
  printer.isAllowed = true;
  keepPrinterSettings({
    identity: { way: 'usb', vendorId: 0x0416, productId: 0x5011, serialNumber: 'A1' },
    ...{ name: 'Stand-in Roll 58', rollWidthMm: 58, printsAfterSale: false, opensDrawer: false },
  });
  return printer;
}

test("R-PRN-37 R-PRN-38 on this device's own printer the labels come out with no dialog; pulled out in the middle it says how many are there, and back again it prints the others", async () => {
  const printer = hasPrinter();
  await showLabels(labelsLink({ item: COLA.id }));
  expect(await screen.findByText('Printed on Stand-in Roll 58, with no dialog.', {}, PATIENTLY)).toBeTruthy();
  await typeCount(1, '25');
  await userEvent.click(await printButton('Print 25 labels'));
  await waitFor(() => expect(printer.jobs).toHaveLength(3), PATIENTLY);
  expect(await screen.findByText('The labels were sent to the printer', {}, PATIENTLY)).toBeTruthy();
  const colas = (job: number) => linesOf(printer.paper(job)).filter(({ text }) => text.trim() === 'Cola').length;
  expect([0, 1, 2].map(colas)).toEqual([10, 10, 5]);
  expect(print).not.toHaveBeenCalled();

  await waitFor(async () => expect(await printButton('Print 25 labels')).toBeTruthy(), PATIENTLY);
  printer.wholeJobs = printer.jobs.length + 1;
  await userEvent.click(await printButton('Print 25 labels'));
  const alert = await screen.findByRole('alert', {}, PATIENTLY);
  expect(alert.textContent).toContain('10 of 25 labels were sent to the printer.');
  expect(alert.textContent).toContain('The printer is not there.');
  expect(alert.textContent).toContain('may be cut short');
  printer.plugIn();
  const before = printer.jobs.length;
  expect(within(alert).getByRole('button', { name: 'Use another printer' })).toBeTruthy();
  await userEvent.click(await printButton('Print the other 15'));
  await waitFor(() => expect(printer.jobs).toHaveLength(before + 2), PATIENTLY);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENTLY);
  expect([before, before + 1].map(colas)).toEqual([10, 5]);
});

test('R-PRN-37 a roll of another width than that of the own printer, and a sheet, go through the print dialog', async () => {
  const printer = hasPrinter();
  await showLabels(labelsLink({ item: COLA.id }));
  await screen.findByText(/^Printed on /, {}, PATIENTLY);
  await userEvent.click(screen.getByText('80 mm'));
  await userEvent.click(await printButton('Print 1 label'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect(document.querySelector('.k-print-sheet style')?.textContent).toContain('size: 80mm 30mm');
  expect(printer.jobs).toEqual([]);
});

test("'Use another printer' prints all of them by the print dialog before a job, and after one that ended early those that are left", async () => {
  const printer = hasPrinter();
  await showLabels(labelsLink({ item: COLA.id }));
  await userEvent.click(await printButton('Use another printer'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect([printer.jobs, document.querySelector('.k-print-sheet .k-label-name')?.textContent]).toEqual([[], 'Cola']);
  await typeCount(1, '25');
  printer.wholeJobs = 1;
  await userEvent.click(await printButton('Print 25 labels'));
  const alert = within(await screen.findByRole('alert', {}, PATIENTLY));
  await userEvent.click(alert.getByRole('button', { name: 'Use another printer' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2), PATIENTLY);
  expect(document.querySelectorAll('.k-print-sheet .k-label-name')).toHaveLength(15);
});

test('labels that this device cannot draw are said not to be printed, and the print dialog is offered', async () => {
  const printer = hasPrinter();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await showLabels(labelsLink({ item: HONEY.id }), [{ ...HONEY, name: 'عسل' }]);
  await userEvent.click(await printButton('Print 1 label'));
  const alert = within(await screen.findByRole('alert', {}, PATIENTLY));
  expect(alert.getByText(/The labels could not be made ready for the printer\. 0 of 1 labels were sent/)).toBeTruthy();
  expect(printer.jobs.flat()).toEqual([]);
  await userEvent.click(alert.getByRole('button', { name: 'Use another printer' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
});

test("R-PRN-38 'Stop' ends the print after the labels that the printer has begun; the others are printed later", async () => {
  const printer = hasPrinter();
  await showLabels(labelsLink({ item: COLA.id }));
  await typeCount(1, '25');
  fireEvent.click(await printButton('Print 25 labels'));
  fireEvent.click(await printButton('Stop'));
  const alert = within(await screen.findByRole('alert', {}, PATIENTLY));
  expect(alert.getByText('Printing was stopped')).toBeTruthy();
  const sentCount = printer.jobs.length * 10;
  expect(sentCount).toBeLessThan(25);
  expect(alert.getByText(`${sentCount} of 25 labels were sent to the printer.`)).toBeTruthy();
  await userEvent.click(alert.getByRole('button', { name: `Print the other ${25 - sentCount}` }));
  expect(await screen.findByText('The labels were sent to the printer', {}, PATIENTLY)).toBeTruthy();
  const colas = printer.jobs.map(
    (_job, at) => linesOf(printer.paper(at)).filter(({ text }) => text.trim() === 'Cola').length,
  );
  expect(colas).toEqual([10, 10, 5]);
  expect(screen.queryByRole('alert')).toBeNull();
});
