import type { PrinterProblem } from '../../platform/printer/printer-link.ts';

/** Returns a message that says what to do about the problem (R-PRN-20). */
export function printerProblemSentence(problem: PrinterProblem): string {
  switch (problem) {
    case 'gone':
      return 'The printer is not there. Switch it on and look at its cable or its Bluetooth. If it is there, choose it again in Settings, Receipt printer.';
    case 'stuck':
      return 'The printer takes nothing more. Look at its paper, its lid and its light.';
    case 'held':
      return 'Something else holds the printer: another window, another program, or the computer itself.';
    case 'ask':
      return 'The browser wants you to choose the printer again. Do that in Settings, Receipt printer, with a test print.';
    case 'cancelled':
      return 'No printer was chosen.';
    case 'no_printer':
      return 'That device does not take what a receipt printer takes. Choose another one in Settings, Receipt printer.';
  }
}

export const CUT_SHORT = 'What came out of it may be cut short.';
export const NOT_PRINTED = 'The receipt was not printed';
