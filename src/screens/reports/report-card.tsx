import { Card, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a report, with its heading. */
export function ReportCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className="k-report-card">
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}
