import { countUnreadThreads, listThreads, THREAD_FILTERS, type ThreadRow } from '#app/domain/chat/queries.server.ts'
import { markDelivered } from '#app/domain/chat/read-thread.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { useReload } from '#app/web/live/use-reload.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { avatarPath } from '#app/web/picture.ts'
import { memberPage } from '#app/web/page-handle.ts'
import { CreatorTools } from './creator-tools.tsx'
import chatStylesUrl from './chat.css?url'
import { whatIsIn } from './line-media.ts'
import type { Route } from './+types/threads'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: chatStylesUrl }]

export const handle = memberPage('Chat', { shell: 'full', tab: 'chat' })

/** A person's conversations, as a fan and as a creator. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const isCreator = person.userType === 'creator'
  const filter = THREAD_FILTERS.find((known) => known === url.searchParams.get('show')) ?? 'all'
  const shows = filter === 'all' ? {} : { show: filter }
  const [{ shown, ...hrefs }, unread, balance] = await Promise.all([
    keysetPage(url, {
      limit: 30,
      read: (page) => listThreads(person.id, { filter, ...page }),
      idOf: (row) => row.id,
      address: (before) => withQuery(to.chat(), { ...shows, before }),
    }),
    countUnreadThreads(person.id),
    isCreator ? null : walletBalance(person.id),
    // Whoever sees the list knows of what waits in it.
    markDelivered(person),
  ])
  const today = showDate(now())
  return {
    rows: shown.map((row) => rowOf(row, today)),
    filters: [
      { label: 'All', href: to.chat(), active: filter === 'all' },
      {
        label: unread > 0 ? `Unread ${unread}` : 'Unread',
        href: withQuery(to.chat(), { show: 'unread' }),
        active: filter === 'unread',
      },
      ...(isCreator
        ? [{ label: 'To answer', href: withQuery(to.chat(), { show: 'waiting' }), active: filter === 'waiting' }]
        : []),
    ],
    filtered: filter !== 'all',
    balance: balance && formatMoney(balance),
    topUpHref: balance && to.wallet,
    isCreator,
    ...hrefs,
  }
}

function rowOf({ id, side, other, last, at, unread, blocked, ended }: ThreadRow, today: string) {
  const day = showDate(at)
  return {
    id,
    href: `${to.chat(id)}#end`,
    name: other.name,
    avatarUrl: other.avatarMediaId && avatarPath(other.avatarMediaId),
    online: other.online,
    presence: side === 'fan' ? (`presence:${other.id}` as const) : null,
    line: last ? lineOfLast(last) : '',
    mark: last?.own ? last.state : null,
    state: blocked ? 'Closed' : ended && side === 'fan' ? 'Read only' : null,
    unread,
    when: day === today ? showClock(at) : day.replace(/ \d{4}$/, ''),
  }
}

/** A text that was removed or taken back is empty. */
function lineOfLast({ body, own, media }: NonNullable<ThreadRow['last']>): string {
  const text = body || (media.length > 0 ? whatIsIn(media.map((kind) => ({ kind, durationMs: null }))) : 'Removed')
  return own ? `You: ${text}` : text
}

export default function Threads({ loaderData }: Route.ComponentProps) {
  const { rows, filters, filtered, balance, topUpHref, isCreator, newestHref, olderHref } = loaderData
  useReload(['account', ...rows.flatMap(({ presence }) => presence ?? [])], ['chats', 'presence'])
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row row-between">
        <h1 className="text-h1">Chat</h1>
        {isCreator && <CreatorTools />}
      </div>
      <SegmentedLinks label="Show" segments={filters} />
      {balance && (
        <p className="chat-balance">
          <Icon name="wallet" size={20} />
          <span className="grow">
            Balance <b>{balance}</b>
          </span>
          <a className="link link-target" href={topUpHref!}>
            Top up
          </a>
        </p>
      )}
      {rows.length === 0 ? (
        filtered ? (
          <EmptyState
            compact
            icon="message-circle"
            title="Nothing here"
            action={<LinkButton href={to.chat()}>Show all</LinkButton>}
          >
            No conversation fits this choice.
          </EmptyState>
        ) : isCreator ? (
          <EmptyState
            compact
            icon="message-circle"
            title="No conversations yet"
            action={<LinkButton href={to.ownLink}>Share your link</LinkButton>}
          >
            Fans write to you from your page, once it is visible, and pay for each message.
          </EmptyState>
        ) : (
          <EmptyState
            compact
            icon="message-circle"
            title="No conversations yet"
            action={<LinkButton href="/">Find a Peach</LinkButton>}
          >
            Open a Peach’s page and tap Chat. The price per message is shown before you write.
          </EmptyState>
        )
      ) : (
        <ul className="chat-list">
          {rows.map((row) => (
            <li key={row.id}>
              <ThreadLink row={row} />
            </li>
          ))}
        </ul>
      )}
      <OlderLinks what="conversations" newestHref={newestHref} olderHref={olderHref} />
    </div>
  )
}

const MARKS = { sent: 'Sent', delivered: 'Delivered', read: 'Read' } as const

function ThreadLink({ row }: { row: Route.ComponentProps['loaderData']['rows'][number] }) {
  return (
    <a className={joinClasses('chat-row', row.unread > 0 && 'chat-row-unread')} href={row.href}>
      <span className="chat-avatar">
        <Avatar name={row.name} src={row.avatarUrl} size={48} />
        {row.online && (
          <span className="chat-online">
            <span className="visually-hidden">online</span>
          </span>
        )}
      </span>
      <span className="chat-row-text">
        <b translate="no">{row.name}</b>
        <span className="chat-row-line">
          {row.mark && <Icon name={row.mark === 'sent' ? 'check' : 'check-check'} size={16} />}
          {row.mark && <span className="visually-hidden">{MARKS[row.mark]}. </span>}
          <span>{row.state ? `${row.state} · ${row.line}` : row.line}</span>
        </span>
      </span>
      <span className="chat-row-end">
        <span>{row.when}</span>
        {row.unread > 0 && (
          <span className="chat-count">
            {row.unread > 99 ? '99+' : row.unread}
            <span className="visually-hidden"> unread</span>
          </span>
        )}
      </span>
    </a>
  )
}
