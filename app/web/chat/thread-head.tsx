import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { IconLink } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { QuickHide } from '#app/web/components/quick-hide.tsx'
import type { ConversationState } from './conversation.ts'
import type { PageData } from './page-data.ts'
import { ReportConversation } from './report-controls.tsx'

/** Who the other side is, and what can be done with the conversation once it is written, also by the first message of this page. */
export function Head({ page, state, typing }: { page: PageData; state: ConversationState; typing: boolean }) {
  const { online, lastOnline, answerBy, key, written } = state
  const root = useRouteLoaderData('root') as { quickHide?: boolean } | undefined
  const { other } = page
  return (
    <header className="header chat-head">
      <IconLink icon="arrow-left" label="Back to all conversations" href={to.chat()} />
      <Who href={other.href}>
        <Avatar name={other.name} src={other.avatarUrl} size={40} />
        <div>
          <h1 className="text-h3" translate="no">
            {other.name}
          </h1>
          {typing ? (
            <p className="chat-presence chat-presence-on">Typing…</p>
          ) : page.side === 'fan' ? (
            <p className={joinClasses('chat-presence', online && 'chat-presence-on')}>
              {online ? 'Online' : lastOnline ? `Last online ${lastOnline}` : 'Offline'}
            </p>
          ) : (
            answerBy && <Chip tone="warning">{answerBy}</Chip>
          )}
        </div>
      </Who>
      {root?.quickHide && <QuickHide />}
      {written && (
        <Menu label="More" summary={<Icon name="ellipsis" />}>
          {page.tipHref && (
            <MenuLink href={page.tipHref} icon="hand-coins">
              Send a tip
            </MenuLink>
          )}
          {page.side === 'creator' && page.other.href && (
            <MenuLink href={page.other.href} icon="pencil">
              Your note
            </MenuLink>
          )}
          {menuOf(key, page).map((item) => (
            <form key={item.action} method="post" action={item.action}>
              <MenuButton icon={item.icon}>{item.label}</MenuButton>
            </form>
          ))}
          <ReportConversation threadId={key} />
        </Menu>
      )}
    </header>
  )
}

/** Picture and name are one link, as large as a finger. */
function Who({ href, children }: { href: string | null; children: ReactNode }) {
  return href ? (
    <a className="chat-who" href={href}>
      {children}
    </a>
  ) : (
    <div className="chat-who">{children}</div>
  )
}

function menuOf(key: string, { muted, blocked }: Pick<PageData, 'muted' | 'blocked'>) {
  return [
    muted
      ? { label: 'Unmute', icon: 'bell' as const, action: to.chatDecision(key, 'unmute') }
      : { label: 'Mute', icon: 'bell-off' as const, action: to.chatDecision(key, 'mute') },
    blocked
      ? { label: 'Unblock', icon: 'ban' as const, action: to.chatDecision(key, 'unblock') }
      : { label: 'Block', icon: 'ban' as const, action: to.chatDecision(key, 'block') },
  ]
}
