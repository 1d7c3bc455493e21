import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { chunk, type Chunk, screenOf, WhenFetched } from '../../../src/app/chunk.tsx';

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
  const load = vi.fn(async () => Till).mockRejectedValueOnce(new Error('The part did not come'));
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

test('a part that is left before it came changes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Till>();
  const drawn = render(<Part of={chunk(() => promise)} />);
  drawn.unmount();
  await act(async () => resolve(Till));
  expect(screen.queryByText('The till')).toBeNull();
});
