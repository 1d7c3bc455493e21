import { Text, Title } from '@mantine/core';

export interface DayHeadingProps {
  /** 'Today', 'Sat 21 Nov 2026'. */
  day: string;
  /** '14 sales · UGX 482,000'; '' while they are being read. */
  figures: string;
  /** The heading of the part of the list that begins with this day. */
  over: string | null;
}

/** The heading over the rows of a day, in a list of cards or a table. */
export function DayHeading({ day, figures, over }: DayHeadingProps) {
  return (
    <>
      {over !== null && (
        <Text fw={600} mt="md" ta="center">
          {over}
        </Text>
      )}
      <Title order={2} size="sm" fw={600} className="k-day-heading k-breakable">
        {day}
        {figures !== '' && (
          <Text component="span" inherit fw={400} c="dimmed">
            {` · ${figures}`}
          </Text>
        )}
      </Title>
    </>
  );
}
