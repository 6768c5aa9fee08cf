import { useState } from 'react'

/** The rows at the head of a list that have come since the page was opened, for those who don't see them appear. */
export function useNewRows<Row extends { id: string }>(rows: readonly Row[]): readonly Row[] {
  const [known] = useState(() => new Set(rows.map(({ id }) => id)))
  const first = rows.findIndex(({ id }) => known.has(id))
  return first < 0 ? rows : rows.slice(0, first)
}
