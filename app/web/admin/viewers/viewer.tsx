import { formatMoney } from '#app/domain/money/money.ts'
import { openPerson } from '#app/domain/support/open-person.server.ts'
import { listTimeline } from '#app/domain/support/timeline.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { withQuery } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { accountStatus, KINDS, timelineRow } from './texts.ts'
import type { Route } from './+types/viewer'

export const handle = staffPage('Viewer', 'accounts.view_masked')

/** One person with what happened to them, masked. Each opening is recorded. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const opened = await openPerson(context.get(personContext), params.personId.toLowerCase())
  if (!opened.ok) {
    if (opened.refusal.kind === 'not_there') notFound()
    throw new Response('Your role does not include this.', { status: 403 })
  }
  const person = opened.value
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 30,
    read: (page) => listTimeline(person.id, page),
    idOf: (entry) => entry.id,
    address: (before) => withQuery(toAdmin.viewer(person.id), { before }),
  })
  return {
    name: person.displayName ?? person.username ?? 'No name yet',
    status: accountStatus(person),
    rows: [
      { label: 'Account', value: KINDS[person.userType] },
      ...(person.username ? [{ label: 'Username', value: `@${person.username}` }] : []),
      { label: 'Email', value: person.maskedEmail },
      ...(person.phoneEnd ? [{ label: 'Phone', value: `… ${person.phoneEnd}` }] : []),
      { label: 'Since', value: showDate(person.joinedAt) },
      { label: 'Pass until', value: person.passUntil ? showDate(person.passUntil) : 'No pass' },
      { label: 'Wallet', value: formatMoney(person.wallet) },
      ...(person.suspendedFor ? [{ label: 'Reason', value: person.suspendedFor }] : []),
    ],
    entries: shown.map(timelineRow),
    ...hrefs,
  }
}

export default function Viewer({ loaderData }: Route.ComponentProps) {
  const { name, status, rows, entries, newestHref, olderHref } = loaderData
  return (
    <div className="payment-search">
      <div className="stack stack-16">
        <a className="link link-target" href={toAdmin.viewers}>
          Find another person
        </a>
        <div className="row">
          <Avatar name={name} size={56} />
          <h1 className="text-h1-small" translate="no">
            {name}
          </h1>
          {status && <StatusChip status={status} />}
        </div>
        <Card padded>
          <Receipt rows={rows} />
        </Card>
        <Section id="timeline" title="What happened">
          {entries.length === 0 ? (
            <p className="text-secondary">Nothing yet.</p>
          ) : (
            <Card rows as="ul">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <ListRow
                    title={entry.title}
                    meta={
                      <>
                        {entry.meta}
                        {entry.why && (
                          <>
                            <br />
                            {entry.why}
                          </>
                        )}
                      </>
                    }
                    trailing={
                      <span className="queue-row-end">
                        {entry.amount && (
                          <span className="money" translate="no">
                            {entry.amount}
                          </span>
                        )}
                        <span className="text-muted">{entry.state}</span>
                      </span>
                    }
                  />
                </li>
              ))}
            </Card>
          )}
          <OlderLinks what="entries" newestHref={newestHref} olderHref={olderHref} />
        </Section>
      </div>
    </div>
  )
}
