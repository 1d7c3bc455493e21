import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { PublicPage } from '../../app/public-page.tsx';
import { useSession } from '../../state/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';

/** A page for everybody (C-026): in the shell for whoever is signed in, alone for whoever is not. */
export function AboutPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  if (!isSignedIn)
    return (
      <PublicPage title={title}>
        <Stack gap="xl">{children}</Stack>
      </PublicPage>
    );
  return (
    <Screen gap="xl">
      <BackLink to={paths.profile} />
      {children}
    </Screen>
  );
}

/** A part of a page with its heading; each text is a paragraph. */
export function Part({ title, texts, children }: { title: string; texts: readonly string[]; children?: ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {texts.map((text) => (
        <Text key={text}>{text}</Text>
      ))}
      {children}
    </Stack>
  );
}
