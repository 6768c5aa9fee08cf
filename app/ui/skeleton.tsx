type SkeletonProps = {
  /** What is loading, for screen readers. */
  label?: string
  shape: 'card' | 'row' | 'line'
  count?: number
}

/** Placeholder boxes in the final shape, for client navigations that take longer than 300 ms. Put cards into a `card-grid`. */
export function Skeleton({ label = 'Loading', shape, count = 1 }: SkeletonProps) {
  return (
    <>
      <output className="visually-hidden">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={`skeleton skeleton-${shape}`} aria-hidden="true" />
      ))}
    </>
  )
}
