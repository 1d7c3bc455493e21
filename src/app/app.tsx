import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from 'react-router-dom';
import { ServicesProvider, type Services } from '../platform/services.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'kaunta-color-scheme' });

export interface AppProps {
  services: Services;
  router: React.ComponentProps<typeof RouterProvider>['router'];
}

export function App({ services, router }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ServicesProvider value={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </MantineProvider>
  );
}
