import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useCallback, useId, useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { parse, type GenericSchema, type InferOutput } from 'valibot';
import { enterGoesOn } from './long-form.ts';

/** The values of a form as they are in its fields. */
export type FieldValues = Record<string, unknown>;

export interface ValidatedForm<Values extends FieldValues> {
  form: UseFormReturnType<Values>;
  /** For the `<form>` element. */
  formProps: {
    ref: React.RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void;
  };
  /** Shows errors, such as the server's, beside their fields and focuses the first. Returns true if any had a field. */
  showErrors: (errorsByField: Readonly<Record<string, string>>) => boolean;
}

export interface ValidatedFormOptions<Values extends FieldValues, Schema extends GenericSchema> {
  initialValues: Values;
  /** The schema from domain: the one source of all messages. */
  schema: Schema;
  /** Called with the schema's output: texts trimmed, numbers as numbers. */
  onSubmit: (input: InferOutput<Schema>) => void | Promise<void>;
  /** Enter submits from any field: for signing in and PINs, where nobody scans. */
  isSentByEnter?: boolean;
}

/**
 * A form that shows errors beside their fields: the schema's before sending, the server's after it. A refused form
 * keeps every typed character and focuses the first field with an error (G55).
 */
export function useValidatedForm<Values extends FieldValues, Schema extends GenericSchema>(
  options: ValidatedFormOptions<Values, Schema>,
): ValidatedForm<Values> {
  const { initialValues, schema, onSubmit, isSentByEnter = false } = options;
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const formId = useId();
  const firstHandlers = useFirstHandlers();
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate,
    enhanceGetInputProps: ({ field, inputProps }) => ({
      ...firstHandlers(field, inputProps),
      ...messageLink(`${formId}-${field}`, inputProps.error),
    }),
  });
  const ref = useRef<HTMLFormElement>(null);

  const showErrors = useCallback(
    (errorsByField: Readonly<Record<string, string>>) => {
      const known = Object.entries(errorsByField).filter(([field]) => fieldElement(ref.current, field) !== null);
      if (known.length === 0) return false;
      form.setErrors(Object.fromEntries(known));
      focusFirst(
        ref.current,
        known.map(([field]) => field),
      );
      return true;
    },
    [form],
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    form.onSubmit(
      (values) => onSubmit(parse(schema, values)),
      (errors) => focusFirst(element, Object.keys(errors)),
    )(event);
  };
  const keys = isSentByEnter ? {} : { onKeyDown: enterGoesOn };
  return { form, formProps: { ref, noValidate: true, onSubmit: submit, ...keys }, showErrors };
}

interface FieldHandlers {
  onChange?: unknown;
  onFocus?: unknown;
  onBlur?: unknown;
}

/**
 * Returns a function that gives a field the handlers of its first render. Mantine makes new ones in each render, which
 * do the same: they read the form's latest values. Only with the same handlers can a field be left out of a render.
 */
function useFirstHandlers(): (field: string, handlers: FieldHandlers) => FieldHandlers {
  const [byField] = useState(() => new Map<string, FieldHandlers>());
  return (field, { onChange, onFocus, onBlur }) => {
    const known = byField.get(field) ?? { onChange, onFocus, onBlur };
    byField.set(field, known);
    return known;
  };
}

// Mantine ties a message to its field as a description. This also marks it as an error. '-error' is Mantine's suffix.
function messageLink(id: string, error: unknown): Record<string, string> {
  return error ? { id, 'aria-errormessage': `${id}-error` } : { id };
}

/** Focuses the one of these fields that is first on the page, not first in the schema. */
function focusFirst(form: HTMLFormElement | null, fields: readonly string[]): void {
  const elements = fields.map((field) => fieldElement(form, field)).filter((element) => element !== null);
  const [first] = elements.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  first?.focus();
}

// `data-path` is what the form's getInputProps puts on every control.
function fieldElement(form: HTMLFormElement | null, field: string): HTMLElement | null {
  const controls = form?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
  return [...controls].find((control) => control.dataset.path === field) ?? null;
}
