import { Anchor, Button, Input, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { FEEDBACK_CHARS_MAX, FEEDBACK_STARS_MAX, newFeedbackSchema } from '../../../domain/feedback.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { paths } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useReplica } from '../../state/replica.tsx';
import { useSession } from '../../state/session.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { AboutPage } from './about-page.tsx';

/** The screen /rate (C-026, M40), for a person's opinion of Kaunta. Offline it waits in the outbox. */
export function Rate() {
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  return (
    <AboutPage title="Rate Kaunta">
      {isSignedIn ? (
        <RateForm />
      ) : (
        <Text>
          To tell us what you think of Kaunta,{' '}
          <Anchor component={Link} to={paths.login} className="k-inline-link">
            log in
          </Anchor>{' '}
          first.
        </Text>
      )}
    </AboutPage>
  );
}

const { rating, message } = newFeedbackSchema.entries;
const rateFormSchema = v.object({
  rating,
  message: v.pipe(
    v.string(),
    v.transform((text) => (text.trim() === '' ? null : text)),
    message,
  ),
});

const STARS = Array.from({ length: FEEDBACK_STARS_MAX }, (_, index) => ({
  value: String(index + 1),
  label: (
    <>
      <span aria-hidden>{index + 1} ★</span>
      <VisuallyHidden>{index === 0 ? '1 star' : `${index + 1} stars`}</VisuallyHidden>
    </>
  ),
}));

function RateForm() {
  const { run } = useReplica();
  const navigate = useNavigate();
  const sending = useOneAtATime();
  const labelId = useId();
  const { form, formProps } = useValidatedForm({
    initialValues: { rating: 0, message: '' },
    schema: rateFormSchema,
    onSubmit: (input) =>
      sending.start(async () => {
        const result = await saved(run('feedback.send', ({ mintId }) => ({ id: mintId(), ...input }), sending.act));
        if (!result.ok) return showFailure('Your rating was not saved', result.reason ?? 'Please try again');
        markFormSaved();
        showSuccess('Thank you', 'Your rating is sent with your other changes.');
        await nextFrame();
        await navigate(paths.profile);
        return SPENT;
      }),
  });
  return (
    <form {...formProps}>
      <Stack>
        <Text>How does Kaunta work for your shop? What you say goes to whoever runs it.</Text>
        <Input.Wrapper label="Stars" labelElement="div" labelProps={{ id: labelId }} error={form.errors['rating']}>
          <SegmentedControl
            aria-labelledby={labelId}
            data={STARS}
            value={String(form.getValues().rating)}
            onChange={(value) => form.setFieldValue('rating', Number(value))}
          />
        </Input.Wrapper>
        <TextArea
          label="Message"
          description="What helps you, and what is missing?"
          maxLength={FEEDBACK_CHARS_MAX}
          {...form.getInputProps('message')}
        />
        <Button type="submit" size="lg" fullWidth loading={sending.isBusy}>
          Save rating
        </Button>
      </Stack>
      <LeaveGuard isDirty={form.isDirty()} />
    </form>
  );
}
