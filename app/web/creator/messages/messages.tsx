import { listMassMessages } from '#app/domain/chat/mass-queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { massFiles, massLine, massStatus } from './texts.ts'
import type { Route } from './+types/messages'

export const handle = creatorPage('Messages to many', { shell: 'focused', backHref: to.chat() })

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(personContext)
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 20,
    read: (page) => listMassMessages(id, page),
    idOf: (row) => row.id,
    address: (before) => withQuery(to.massMessages, { before }),
  })
  return {
    rows: shown.map((row) => ({
      id: row.id,
      href: toDashboard.massMessage(row.id),
      body: oneLine(row.body) || massFiles(row),
      line: massLine(row, row.sendAt),
      status: massStatus(row, now(), row.sendAt),
    })),
    ...hrefs,
  }
}

/** What a creator wrote to many fans at once. */
export default function MassMessages({ loaderData }: Route.ComponentProps) {
  const { rows, newestHref, olderHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Messages to many</h1>
      {rows.length === 0 ? (
        <EmptyState compact icon="send" title="Nothing sent yet">
          Write to all your subscribers, or to a list, with photos, videos or voice if you like. Each gets it in their
          own conversation with you.
        </EmptyState>
      ) : (
        <Card rows as="ul">
          {rows.map(({ id, href, body, line, status }) => (
            <li key={id}>
              <ListRow href={href} title={body} meta={line} trailing={<StatusChip status={status} />} />
            </li>
          ))}
        </Card>
      )}
      <OlderLinks what="messages" newestHref={newestHref} olderHref={olderHref} />
      <LinkButton variant="primary" wide icon="plus" href={toDashboard.newMassMessage}>
        New message
      </LinkButton>
    </div>
  )
}
