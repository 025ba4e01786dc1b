import type { ReactNode } from 'react'
import styles from './Table.module.css'

interface Column {
  title: string
  isNumber?: boolean
}

interface TableProps {
  label: string
  columns: readonly Column[]
  /** The cells of each row by its key; the first one names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table that scrolls sideways by itself where it is too wide, also with the keyboard. */
export function Table({ label, columns, rows }: TableProps) {
  const classOf = (index: number) => (columns[index]?.isNumber ? styles.number : undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it.
    <div role="group" className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title }, index) => (
              <th key={title} scope="col" className={classOf(index)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={columns[index + 1]?.title} className={classOf(index + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
