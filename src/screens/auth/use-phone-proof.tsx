import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../platform/api.ts';

/** The code that proves a phone, where the server asks for one (R-REG-40). Until then there is no field. */
export function usePhoneProof(): {
  field: ReactNode;
  /** What of it goes with the rest. Left empty it asks for another code. */
  sent: { code?: string };
  /** Whether the code was sent just now, which is no failure. Says beside the field what is wrong with it. */
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
