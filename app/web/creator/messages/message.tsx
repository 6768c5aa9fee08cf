import { findMassMessage } from '#app/domain/chat/mass-queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { personContext } from '#app/web/context.server.ts'
import { useReload } from '#app/web/live/use-reload.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import messagesStylesUrl from './messages.css?url'
import { massFiles, massLine, massNote, massStatus } from './texts.ts'
import type { Route } from './+types/message'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: messagesStylesUrl }]

export const handle = creatorPage('Message to many', { shell: 'focused', backHref: to.massMessages })

export async function loader({ params, context }: Route.LoaderArgs) {
  const message = orNotFound(await findMassMessage(context.get(personContext).id, params.massId))
  const { id, body, state, queued, delivered, skipped, read, removed, sendAt, unlocked, earnedMinor } = message
  const isSold = message.priceMinor !== null
  return {
    body,
    files: massFiles(message),
    isSold,
    line: massLine(message, sendAt),
    status: massStatus(message, now(), sendAt),
    note: massNote(message, now(), sendAt),
    figures: [
      ...figuresOf({ queued, delivered: delivered - removed, skipped, read, removed }),
      ...(isSold ? salesOf(unlocked, earnedMinor) : []),
    ],
    started: queued > 0,
    withdrawHref: state === 'unsent' ? null : toDashboard.withdrawMassMessage(id),
    waits: state === 'scheduled',
  }
}

function figuresOf(counts: Record<'queued' | 'delivered' | 'skipped' | 'read' | 'removed', number>) {
  const lines = [
    { label: 'Fans', count: counts.queued },
    { label: 'Delivered', count: counts.delivered },
    { label: 'Read', count: counts.read },
    // Only where there are any: most messages reach everybody.
    { label: 'Not reached', count: counts.skipped },
    { label: 'Taken back', count: counts.removed },
  ]
  return lines
    .filter(({ count }, index) => index < 3 || count > 0)
    .map(({ label, count }) => ({ label, count: count.toLocaleString('en') }))
}

function salesOf(unlocked: number, earnedMinor: bigint) {
  return [
    { label: 'Unlocked', count: unlocked.toLocaleString('en') },
    { label: 'You earned', count: formatMoney({ amountMinor: earnedMinor, currency: 'UGX' }) },
  ]
}

/** One message to many, with how far it has come. */
export default function MassMessage({ loaderData }: Route.ComponentProps) {
  const { body, files, isSold, line, status, note, figures, started, withdrawHref, waits } = loaderData
  // Delivered and read messages change the creator's list of conversations.
  useReload(['account'], ['chats'])
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Message to many</h1>
        <p className="text-secondary">{line}</p>
      </div>
      <p role="status">
        <StatusChip status={status} />
      </p>
      {note && <p className="text-secondary">{note}</p>}
      <Card padded tile className="stack stack-8">
        {files && <p className="text-secondary">{files}</p>}
        {body !== '' && (
          <p className="mass-text" dir="auto">
            {body}
          </p>
        )}
      </Card>
      {started && (
        <Card as="dl" padded className="mass-figures">
          {figures.map(({ label, count }) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="text-h2">{count}</dd>
            </div>
          ))}
        </Card>
      )}
      {withdrawHref && (
        <form method="post" action={withdrawHref} className="stack stack-8">
          <Button wide icon="x">
            {waits ? 'Don’t send it' : 'Unsend'}
          </Button>
          <p className="text-caption">
            {waits
              ? 'Nobody gets it.'
              : isSold
                ? 'It goes to nobody else, is removed where it has not been read, and its files are no longer sold. Fans who unlocked them keep them.'
                : 'It goes to nobody else, and is removed where it has not been read. Fans who read it keep it.'}
          </p>
        </form>
      )}
      {figures.some(({ label }) => label === 'Not reached') && (
        <p className="text-muted">
          Not reached: fans whose access has ended, whose account is closed, and those who blocked you or whom you
          blocked.
        </p>
      )}
    </div>
  )
}
