/** How many tasks of a page wait for a person. */
export function TabCount({ count }: { count: number }) {
  return (
    <span className="admin-tab-count">
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
