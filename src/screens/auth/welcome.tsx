import { Anchor, Button, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';
import { COLUMN_WIDTH } from '../../ui/theme.ts';
import { Logo } from '../../ui/logo.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';

/** The welcome screen (R-WEL-01 to R-WEL-03). */
export function Welcome() {
  usePageTitle('Welcome');
  return (
    <Container component="main" size={COLUMN_WIDTH} px="md" className="k-welcome">
      <Stack gap="lg" align="center" ta="center" className="k-welcome-words">
        <Logo size={88} />
        <Title order={1}>Manage your shop online</Title>
        <Text size="lg" c="dimmed" maw={420}>
          Sales, stock, orders and customers in one place. It goes on working when the internet does not.
        </Text>
      </Stack>
      <Stack gap="sm" maw={480} mx="auto" w="100%">
        <Button component={Link} to={paths.login} size="lg" fullWidth>
          Login
        </Button>
        <Button component={Link} to={paths.register} size="lg" variant="default" fullWidth>
          Register
        </Button>
        <Text ta="center">
          <Anchor component={Link} to={paths.help} className="k-inline-link">
            Help
          </Anchor>
        </Text>
      </Stack>
    </Container>
  );
}
