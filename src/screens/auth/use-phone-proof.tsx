import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../platform/api-client.ts';

/** The code that proves a phone, where the server asks for one (R-REG-40). Until then there is no field. */
export function usePhoneProof(): {
  field: ReactNode;
  /** The part to send with the form. An empty field asks for another code. */
  sent: { code?: string };
  /** True when the error only means that a code was sent just now. Shows any other error beside the field. */
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
