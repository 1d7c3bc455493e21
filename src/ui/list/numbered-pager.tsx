import '@mantine/core/styles/Pagination.css';
import { Group, Pagination } from '@mantine/core';
import { Pager, type PagerProps } from './pager.tsx';

const NUMBERS_MAX = 5;

/** Page buttons as large as a thumb. */
const TARGETS = { '--pagination-control-size': '2.75rem' };

/** Up to five page numbers, an ellipsis and the last page (R-PUR-05), over 'Page X of Y'. */
export function NumberedPager(props: PagerProps) {
  const { page, pageCount, onPage } = props;
  if (pageCount <= 1) return null;
  const numbers = numbersNear(page, pageCount);
  const last = numbers.at(-1) ?? 1;
  const control = (number: number) => (
    <Pagination.Control
      key={number}
      active={number === page}
      aria-current={number === page ? 'page' : undefined}
      onClick={() => onPage(number)}
    >
      {number}
    </Pagination.Control>
  );
  return (
    <>
      <nav aria-label="Page numbers">
        <Pagination.Root total={pageCount} value={page} vars={() => ({ root: TARGETS })}>
          <Group gap={3} justify="center" wrap="nowrap">
            {numbers.map(control)}
            {last < pageCount - 1 && <Pagination.Dots />}
            {last < pageCount && control(pageCount)}
          </Group>
        </Pagination.Root>
      </nav>
      <Pager {...props} />
    </>
  );
}

/** The page in view in the middle of its neighbours, but at the ends of the list. */
function numbersNear(page: number, pageCount: number): number[] {
  const count = Math.min(NUMBERS_MAX, pageCount);
  const first = Math.max(1, Math.min(page - Math.floor(NUMBERS_MAX / 2), pageCount - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
