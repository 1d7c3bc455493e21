import { Alert } from '@mantine/core';

/**
 * Shown before anybody registers over plain http (other than localhost): a browser then has neither workers nor locks,
 * so that no shop can be stored.
 */
export function InsecureAddress() {
  if (window.isSecureContext !== false) return null;
  const { origin, port } = window.location;
  return (
    <Alert color="red" role="alert" title="Kaunta needs an address with https" className="k-breakable">
      This browser keeps no shop for {origin}. Ask whoever runs Kaunta for an address that begins with https. On the
      machine that Kaunta runs on, http://localhost{port === '' ? '' : `:${port}`} works too.
    </Alert>
  );
}
