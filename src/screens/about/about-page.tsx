import './about.css';
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../parts/paths.ts';
import { PublicPage } from '../../parts/public-page.tsx';
import { useSession } from '../../state/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { MarkedText } from './marked-text.tsx';

/** A screen for everybody (C-026): within the shell if a person is signed in, else alone. */
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

/** Returns the id of a part, for links: 'A forgotten PIN' is at #a-forgotten-pin. */
export const partId = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/** A part of the screen with its heading. Each text is a paragraph. */
export function Part({ title, texts, children }: { title: string; texts: readonly string[]; children?: ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-label={title} id={partId(title)} className="k-part">
      <Title order={2} size="h4">
        {title}
      </Title>
      {texts.map((text) => (
        <MarkedText key={text}>{text}</MarkedText>
      ))}
      {children}
    </Stack>
  );
}
