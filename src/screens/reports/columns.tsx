import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { useId } from 'react';

export interface Column {
  key: string | number;
  /** The full name, for the table. */
  name: string;
  /** The text under the column; null for most, because columns are narrow. */
  mark: string | null;
  size: number;
  amount: string;
  detail: string;
}

export interface ColumnsProps {
  /** 'Sales by day'. */
  title: string;
  /** Heading of the table's first column: 'Day'. */
  unit: string;
  columns: readonly Column[];
}

/** A chart of amounts over time, with the same numbers as a table behind a button. */
export function Columns({ title, unit, columns }: ColumnsProps) {
  const id = useId();
  const largest = columns.reduce<Column | null>((best, each) => (each.size > (best?.size ?? 0) ? each : best), null);
  const most = largest === null ? 'no sales' : `most: ${largest.name}, ${largest.amount}`;
  return (
    <figure className="k-columns-figure" aria-labelledby={id}>
      <figcaption id={id} className="k-columns-title">
        {title}
      </figcaption>
      <div className="k-columns" role="img" aria-label={`${title}, ${most}`}>
        {columns.map(({ key, mark, size }) => (
          <div key={key} className="k-column">
            <div className="k-column-room">
              <div
                className="k-column-fill"
                data-empty={size <= 0}
                style={{ height: `${largest === null ? 0 : (100 * Math.max(0, size)) / largest.size}%` }}
              />
            </div>
            <span className="k-column-mark">{mark}</span>
          </div>
        ))}
      </div>
      <p className="k-columns-most">{largest === null ? 'No sales' : `Most: ${largest.name}, ${largest.amount}`}</p>
      <details className="k-columns-table">
        <summary>Show the numbers</summary>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{unit}</Table.Th>
              <Table.Th scope="col" ta="right">
                Sales
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(({ key, name, amount, detail }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td ta="right" className="k-figures">
                  {amount}
                  <br />
                  <small>{detail}</small>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </figure>
  );
}
