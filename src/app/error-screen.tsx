import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router-dom';
import { paths } from '../parts/paths.ts';

/** Shown after a bug, or when a part of the app cannot be loaded. Saved data is in the database: a restart is safe. */
export function ErrorScreen() {
  const error = useRouteError();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = 'Something went wrong · Kaunta';
    heading.current?.focus();
  }, []);
  return (
    <Center component="main" className="k-whole-window" p="md">
      <Stack maw={480} role="alert">
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          Something went wrong
        </Title>
        <Text>What you saved is safe on this device. Reload to go on.</Text>
        <Text c="dimmed" className="k-breakable">
          {error instanceof Error ? error.message : String(error)}
        </Text>
        {/* Both buttons load the whole browser page, so that no broken state stays in memory. */}
        <Group>
          <Button onClick={() => window.location.reload()}>Reload</Button>
          <Button component="a" href={paths.dashboard} variant="default">
            Go to Home
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
