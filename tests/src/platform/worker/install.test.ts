import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useInstallOffer, watchInstallOffer } from '../../../../src/platform/worker/install.ts';

let stop: () => void;
beforeEach(() => {
  useInstallOffer.setState({ offer: null });
  stop = watchInstallOffer(window);
});
afterEach(() => stop());

const offer = () => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => undefined),
  });
  window.dispatchEvent(event);
  return event;
};

test("G51 the browser's offer is kept until the person asks for it, and can be taken once", async () => {
  const event = offer();
  expect(event.defaultPrevented).toBe(true);
  expect(event.prompt).not.toHaveBeenCalled();
  await useInstallOffer.getState().offer?.();
  expect(event.prompt).toHaveBeenCalledOnce();
  expect(useInstallOffer.getState().offer).toBeNull();
});

test('G51 once installed, nothing is offered', () => {
  offer();
  window.dispatchEvent(new Event('appinstalled'));
  expect(useInstallOffer.getState().offer).toBeNull();
});
