import { Anchor, Container, Stack, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { isSecureAddress } from '../platform/secure-address.ts';
import { paths } from './paths.ts';
import { COLUMN_WIDTH } from './theme.ts';

const InsecureAddress = lazy(async () => ({ default: (await import('./insecure-address.tsx')).InsecureAddress }));

/** The page around whatever nobody is signed in for: no shell (R-SHELL-15), a way back, a heading. */
export function PublicPage({
  title,
  back = paths.welcome,
  children,
}: {
  title: string;
  back?: string;
  children: ReactNode;
}) {
  return (
    <Container component="main" size={COLUMN_WIDTH} px="md" py="md">
      <Stack gap="lg" maw={480} mx="auto">
        <Anchor component={Link} to={back} className="k-back-link">
          <IconChevronLeft size={20} aria-hidden />
          Back
        </Anchor>
        <Title order={1} size="h2">
          {title}
        </Title>
        {!isSecureAddress() && (
          <Suspense fallback={null}>
            <InsecureAddress />
          </Suspense>
        )}
        {children}
      </Stack>
    </Container>
  );
}
