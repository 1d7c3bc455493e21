import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../platform/api-client.ts';

/** The field for the code that proves a phone number. It appears when the server asks for a code (R-REG-40). */
export function usePhoneProof(): {
  field: ReactNode;
  /** The property to send with the form. An empty code asks the server for another one. */
  sent: { code?: string };
  /** True if the error only means that a code has just been sent. Any other error is shown beside the field. */
  isJustAsked: (error: ApiError) => boolean;
} {
  const [code, setCode] = useState<string | null>(null);
  const [message, setMessage] = useState<{ text: string; isWrong: boolean } | null>(null);
  const typed = code?.trim() ?? '';
  return {
    sent: typed === '' ? {} : { code: typed },
    isJustAsked: ({ fieldErrors }) => {
      const about = fieldErrors['code'] ?? null;
      setMessage(about === null ? null : { text: about, isWrong: typed !== '' });
      if (about === null) return false;
      setCode((before) => before ?? '');
      return typed === '';
    },
    field: code !== null && (
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        autoFocus
        value={code}
        description={message?.isWrong === false && message.text}
        error={message?.isWrong === true && message.text}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    ),
  };
}
