import { expect, test } from 'vitest';
import { endImageProgress, setImageProgress, useImageProgress } from '../../../src/state/image-progress.ts';

test('how far a picture has gone is forgotten once it is sent or waits again; of the others it stands', () => {
  setImageProgress('soap', 0.4);
  setImageProgress('rice', 0.7);
  expect(useImageProgress.getState()).toEqual({ soap: 0.4, rice: 0.7 });
  endImageProgress('soap');
  expect(useImageProgress.getState()).toEqual({ rice: 0.7 });
  endImageProgress('rice');
  expect(useImageProgress.getState()).toEqual({});
});
