import { Anchor, Container, Stack, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { InsecureAddress } from './insecure-address.tsx';
import { paths } from './paths.ts';

/** The page of screens that need no sign-in: a heading and a back link, without the shell (R-SHELL-15). */
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
    <Container component="main" fluid px="md" py="md">
      <Stack gap="lg" className="k-public-page">
        <Anchor component={Link} to={back} className="k-back-link">
          <IconChevronLeft size={20} aria-hidden />
          Back
        </Anchor>
        <Title order={1} size="h2">
          {title}
        </Title>
        <InsecureAddress />
        {children}
      </Stack>
    </Container>
  );
}
