import { Alert } from '@mantine/core';
import type { ScanAnswer } from './use-code-scan.ts';

/** The result of the last scan, in a form (X-TYPE-21). */
export function ScanNote({ answer }: { answer: ScanAnswer }) {
  return (
    <Alert role="status" p="xs" color={answer.isFound ? 'kaunta' : 'yellow'} className="k-breakable">
      {answer.sentence}
    </Alert>
  );
}
