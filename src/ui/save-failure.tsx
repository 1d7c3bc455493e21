import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Why a form was not saved, for as long as it stands there (R-SUPP-15, R-SUPP-16, M23). */
export function SaveFailure({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={20} aria-hidden />}>
      <Text>{message}</Text>
    </Alert>
  );
}
