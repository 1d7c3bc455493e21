import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chunk, type Chunk, fetchStylesAgain, screenOf, WhenFetched } from '../../../src/ui/chunk.tsx';
import { PATIENTLY } from '../../support/patience.ts';

const Till = () => <p>The till</p>;

const Part = ({ of }: { of: Chunk }) => <WhenFetched part={of} props={{}} fallback={<p>Loading...</p>} />;

class Trouble extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message ?? this.props.children;
  }
}

test('what was fetched ahead is drawn at once, without a sign of loading', async () => {
  const till = chunk(async () => Till);
  await till.fetch();
  const Screen = screenOf(till);
  render(
    <Suspense fallback={<p>Loading...</p>}>
      <Screen />
      <Part of={till} />
    </Suspense>,
  );
  expect(screen.getAllByText('The till')).toHaveLength(2);
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('what was not fetched is fetched when it is shown, once', async () => {
  const load = vi.fn(async () => Till);
  const till = chunk(load);
  render(<Part of={till} />);
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(await screen.findByText('The till')).toBeTruthy();
  render(<Part of={till} />);
  expect(screen.getAllByText('The till')).toHaveLength(2);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that could not be fetched says so where it is drawn, and is fetched again the next time', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failure = new Error('The part did not come');
  const load = vi
    .fn(async () => Till)
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure);
  const till = chunk(load);
  const first = render(
    <Trouble>
      <Part of={till} />
    </Trouble>,
  );
  expect(await screen.findByText('The part did not come')).toBeTruthy();
  first.unmount();
  logged.mockRestore();
  render(<Part of={till} />);
  expect(await screen.findByText('The till')).toBeTruthy();
});

test('SYN-26 R-BROW-16 a part that was refused because the page was being left is there when the page is back', async () => {
  const load = vi.fn(async () => Till).mockRejectedValueOnce(new TypeError('Importing a module script failed.'));
  const Screen = screenOf(chunk(load));
  render(
    <Trouble>
      <Suspense fallback={<p>Loading...</p>}>
        <Screen />
      </Suspense>
    </Trouble>,
  );
  expect(await screen.findByText('The till')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('SYN-26 R-BROW-16 its style sheet too, once', async () => {
  onTestFinished(fetchStylesAgain(window));
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/print-page.css';
  document.head.append(link);
  onTestFinished(() => sheets().forEach((sheet) => sheet.remove()));
  const sheets = () => [...document.head.querySelectorAll('link')].filter((it) => it.href.endsWith('/print-page.css'));
  link.dispatchEvent(new Event('error'));
  await vi.waitFor(() => expect(sheets()[0]).not.toBe(link), PATIENTLY);
  const [again] = sheets();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  again?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sheets()).toEqual([again]);
});

test('a part that is left before it came changes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Till>();
  const drawn = render(<Part of={chunk(() => promise)} />);
  drawn.unmount();
  await act(async () => resolve(Till));
  expect(screen.queryByText('The till')).toBeNull();
});

test('R-BROW-16 a part that its screen can do without takes nothing away when it cannot be had, and is fetched again later', async () => {
  const failure = new Error('The part did not come');
  const load = vi
    .fn(async () => Till)
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure);
  const till = chunk(load);
  const onFailed = vi.fn<() => void>();
  const part = () => <WhenFetched part={till} props={{}} fallback={<p>Without it</p>} onFailed={onFailed} />;
  const first = render(part());
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce(), PATIENTLY);
  expect(screen.getByText('Without it')).toBeTruthy();
  first.unmount();
  render(part());
  expect(await screen.findByText('The till')).toBeTruthy();
});
