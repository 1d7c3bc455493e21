import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fetchVersion, lastKnownVersion } from '../../platform/worker/app-version.ts';
import { useServices } from '../../platform/services.tsx';

/** The footer 'Version {x}' (R-SET-13, R-SET-14): the server's version, or the last one that this device knows. */
export function VersionLine() {
  const { api } = useServices();
  const [version, setVersion] = useState(() => lastKnownVersion(localStorage));
  useEffect(() => {
    const leaving = new AbortController();
    void fetchVersion(api, localStorage, leaving.signal).then((fetched) => {
      if (!leaving.signal.aborted) setVersion(fetched);
    });
    return () => leaving.abort();
  }, [api]);
  return (
    <Text component="footer" ta="center" c="dimmed" size="sm">
      Version {version}
    </Text>
  );
}
