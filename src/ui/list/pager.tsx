import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** 'Page X of Y' between previous and next; nothing where there is one page only. */
export function Pager({ page, pageCount, onPage }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Prev
      </Button>
      <Text className="k-figures" aria-live="polite">
        Page {page} of {pageCount}
      </Text>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={18} aria-hidden />}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </Group>
  );
}
