import { to } from '#app/links.ts'
import { Icon } from '#app/ui/icon.tsx'
import { MenuLink } from '#app/ui/menu.tsx'

/** In the menu of a conversation that is written. */
export function ReportConversation({ threadId }: { threadId: string }) {
  return (
    <MenuLink href={to.report('conversation', threadId)} icon="flag">
      Report conversation
    </MenuLink>
  )
}

/** Beside a message of the other side. */
export function ReportMessage({ messageId }: { messageId: string }) {
  return (
    <a className="bubble-report" href={to.report('message', messageId)} aria-label="Report this message">
      <Icon name="flag" size={16} />
    </a>
  )
}
