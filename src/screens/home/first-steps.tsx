import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';

/** First steps in a shop that has nothing to sell yet (G51). */
export function FirstSteps() {
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Stack gap="sm">
        <Title order={2} size="h4" id="first-steps">
          Start here
        </Title>
        <Text>Kaunta sells what it knows. Give it the first things on your shelf, then tap New Sale.</Text>
        <Button component={Link} to={paths.newItem} fullWidth>
          Add your first item
        </Button>
        <Button component={Link} to={paths.importItems} fullWidth variant="default">
          Import a list from a file
        </Button>
        <Anchor component={Link} to={paths.help} className="k-inline-link">
          Your first day, step by step
        </Anchor>
      </Stack>
    </Card>
  );
}
