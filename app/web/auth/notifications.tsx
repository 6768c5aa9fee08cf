import { redirect } from 'react-router'
import { topicOf } from '#app/domain/events/topics.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import { markAllRead } from '#app/domain/notifications/mark-all-read.server.ts'
import { listNotifications, type NotificationRow } from '#app/domain/notifications/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { personContext } from '#app/web/context.server.ts'
import { useNewRows } from '#app/web/live/use-new-rows.ts'
import { useReload } from '#app/web/live/use-reload.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/notifications'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'signed_in', POST: 'signed_in' },
  title: 'Notifications',
  screen: { shell: 'full', backHref: '/' },
} satisfies RouteHandle

/** What a signed-in person was told on Peach, the newest first. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 30,
    read: (page) => listNotifications(person.id, page),
    idOf: (row) => row.id,
    address: (before) => withQuery(to.notifications, { before }),
  })
  const today = showDate(now())
  return {
    groups: [
      { title: 'Today', rows: shown.filter(({ at }) => showDate(at) === today).map((row) => rowOf(row, true)) },
      { title: 'Earlier', rows: shown.filter(({ at }) => showDate(at) !== today).map((row) => rowOf(row, false)) },
    ].filter((group) => group.rows.length > 0),
    unread: shown.some((row) => row.unread),
    ...hrefs,
  }
}

export async function action({ context }: Route.ActionArgs) {
  await markAllRead(context.get(personContext))
  return redirect(to.notifications, 303)
}

const ICONS: Readonly<Record<string, IconName>> = {
  payment: 'receipt-text',
  payout: 'banknote',
  review_result: 'badge-check',
  fee_reminder: 'clock',
  security: 'shield-check',
  account: 'user-round',
  work: 'flag',
}

function rowOf({ at, event, ...row }: NotificationRow, isToday: boolean) {
  return { ...row, icon: iconOf(event), when: isToday ? showClock(at) : showDate(at) }
}

/** An event of an earlier release may be unknown by now; its row stays. */
function iconOf(event: string): IconName {
  try {
    const { preference } = noticeOf(event)
    return ICONS[topicOf(preference) ?? preference] ?? 'bell'
  } catch {
    return 'bell'
  }
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { groups, unread, ...hrefs } = loaderData
  useReload(['account'], ['bell'])
  const news = useNewRows(groups.flatMap(({ rows }) => rows))
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row row-between">
        <h1 className="text-h1">Notifications</h1>
        {unread && (
          <form method="post">
            <Button variant="quiet" size="small">
              Mark all as read
            </Button>
          </form>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {news.length === 1 ? `New: ${news[0]!.heading}` : news.length > 1 && `${news.length} new notifications`}
      </p>
      {groups.length === 0 && (
        <EmptyState compact icon="bell" title="Nothing new">
          Receipts, payouts, reminders and other news appear here.
        </EmptyState>
      )}
      {groups.map((group) => (
        <section key={group.title} className="stack stack-8" aria-label={group.title}>
          <h2 className="text-caption">{group.title}</h2>
          <Card rows>
            {group.rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Card>
        </section>
      ))}
      <OlderLinks what="notifications" {...hrefs} />
      <a className="link link-target" href={to.notificationChoices}>
        Choose your notifications
      </a>
    </div>
  )
}

/** A form, because opening a notification marks it as read; a link that a browser loads ahead must not. */
function Row({ row }: { row: ReturnType<typeof rowOf> }) {
  return (
    <form method="post" action={to.notification(row.id)}>
      <button className={row.unread ? 'notification notification-unread' : 'notification'}>
        <span className="notification-icon">
          <Icon name={row.icon} />
        </span>
        <span className="notification-text">
          <b>{row.heading}</b>
          <span className="notification-meta">{row.body}</span>
          <span className="notification-meta">{row.when}</span>
        </span>
        {row.unread && (
          <span className="notification-dot">
            <span className="visually-hidden">unread</span>
          </span>
        )}
      </button>
    </form>
  )
}
