import { to } from '#app/links.ts'
import { IconLink } from '#app/ui/button.tsx'

/** The bell of the header with the number of unread notifications, at most "9+". */
export function Bell({ unread }: { unread: number }) {
  const shown = unread > 9 ? '9+' : String(unread)
  return (
    <span className="bell">
      <IconLink
        icon="bell"
        href={to.notifications}
        label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
      />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {shown}
        </span>
      )}
    </span>
  )
}
