/** How many conversations have something unread, at most "9+", on a link of the bar or the header. */
export function NavigationCount({ unread = 0 }: { unread?: number }) {
  if (unread === 0) return null
  return (
    <span className="navigation-count">
      {unread > 9 ? '9+' : unread}
      <span className="visually-hidden"> unread</span>
    </span>
  )
}
