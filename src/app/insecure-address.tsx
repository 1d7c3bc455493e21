import { Alert } from '@mantine/core';

/** Said before anybody registers or waits for a shop that cannot open here. */
export function InsecureAddress() {
  const { origin, port } = window.location;
  return (
    <Alert color="red" role="alert" title="Kaunta needs an address with https" className="k-breakable">
      This browser keeps no shop for {origin}. Ask whoever runs Kaunta for an address that begins with https. On the
      machine that Kaunta runs on, http://localhost{port === '' ? '' : `:${port}`} works too.
    </Alert>
  );
}
