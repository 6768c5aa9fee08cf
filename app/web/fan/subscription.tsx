import { redirect } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { NETWORK_NAMES, type Network } from '#app/domain/payments/mobile-network.ts'
import { showDate, showDateTime } from '#app/domain/payments/show-time.ts'
import { listReceipts, type Receipt } from '#app/domain/purchases/queries.server.ts'
import { priceOf } from '#app/domain/subscriptions/plan.ts'
import { findNewestPass, findPlanForSale } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/subscription'

export const handle = { shell: 'full', tab: 'profile' } satisfies RouteHandle

const DAY_MS = 86_400_000
const SOON_DAYS = 7

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  if (!actor)
    throw redirectWithToast('/auth?return=subscription', {
      title: 'Authentication Required',
      description: 'Please sign in to subscribe',
      tone: 'error',
    })
  if (actor.userType === 'admin' || actor.userType === 'owner') throw redirect('/', 303)
  const [held, newest, receipts] = await Promise.all([
    holdsPass(actor.id),
    findNewestPass(actor.id),
    listReceipts(actor.id),
  ])
  const plan = await findPlanForSale(newest?.planName ?? 'monthly')
  return {
    pass: held ? passOf(held.endsAt, newest) : null,
    ended: held === null && newest ? showDate(newest.endsAt) : null,
    renew: {
      price: formatMoney(priceOf(plan, plan.currencyPrimary, now())),
      href: `/subscribe?${new URLSearchParams({ ...(held ? { from: 'renewal' } : {}), currency: plan.currencyPrimary, pay: plan.name })}`,
      otherHref: held ? '/subscribe?from=renewal' : '/subscribe',
    },
    receipts: receipts.map(receiptRow),
  }
}

function passOf(endsAt: Date | null, newest: Awaited<ReturnType<typeof findNewestPass>>) {
  const at = now().getTime()
  if (endsAt === null) return { name: 'Full access', until: null, daysLeft: null, usedPercent: null }
  // A pass that was paid for names the plan; a grant doesn't have one.
  const paid = newest !== null && newest.endsAt >= endsAt ? newest : null
  const daysLeft = Math.max(0, Math.ceil((endsAt.getTime() - at) / DAY_MS))
  const whole = paid ? endsAt.getTime() - paid.startsAt.getTime() : null
  return {
    name: paid ? `${paid.displayName} pass` : 'Full access',
    until: showDateTime(endsAt),
    daysLeft,
    usedPercent: whole ? Math.round(Math.min(1, Math.max(0, (at - paid!.startsAt.getTime()) / whole)) * 100) : null,
  }
}

const OUTCOMES: Record<Receipt['outcome'], { word: string; tone: Tone }> = {
  paid: { word: 'Paid', tone: 'success' },
  refund_due: { word: 'Going back', tone: 'info' },
  pending: { word: 'Not confirmed yet', tone: 'warning' },
  failed: { word: 'Not paid', tone: 'danger' },
  review: { word: 'Being looked at', tone: 'warning' },
}

function receiptRow(receipt: Receipt) {
  const method =
    receipt.method === 'card' ? 'Card' : receipt.network ? NETWORK_NAMES[receipt.network as Network] : 'Mobile money'
  return {
    href: `/payment-callback?tx_ref=${receipt.reference}`,
    title: receipt.productName,
    meta: `${showDate(receipt.at)} · ${method}`,
    price: formatMoney(receipt.price),
    ...OUTCOMES[receipt.outcome],
    linked: receipt.outcome !== 'paid',
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Subscription', matches)
}

export default function Subscription({ loaderData }: Route.ComponentProps) {
  const { pass, ended, renew, receipts } = loaderData
  return (
    <div className="container container-narrow stack stack-24">
      <h1 className="text-h1">Subscription</h1>
      {pass ? <PassCard pass={pass} renew={renew} /> : <NoPass ended={ended} renew={renew} />}
      <section className="stack" aria-labelledby="receipts">
        <h2 className="text-h2" id="receipts">
          Receipts
        </h2>
        {receipts.length === 0 ? (
          <p className="text-secondary">Nothing has been paid yet.</p>
        ) : (
          <Card rows as="ul">
            {receipts.map((receipt) => (
              <li key={receipt.href}>
                <ListRow
                  href={receipt.linked ? receipt.href : undefined}
                  title={receipt.title}
                  meta={receipt.meta}
                  trailing={
                    <span className="stack stack-4 receipt-end">
                      <span className="money">{receipt.price}</span>
                      <Chip small tone={receipt.tone}>
                        {receipt.word}
                      </Chip>
                    </span>
                  }
                />
              </li>
            ))}
          </Card>
        )}
      </section>
    </div>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

function PassCard({ pass, renew }: { pass: NonNullable<LoaderData['pass']>; renew: LoaderData['renew'] }) {
  return (
    <Card padded as="section" aria-label="Your pass">
      <div className="stack stack-16">
        <div>
          <div className="row row-between">
            <h2 className="text-h2">{pass.name}</h2>
            {pass.daysLeft !== null && (
              <Chip tone={pass.daysLeft <= SOON_DAYS ? 'warning' : 'success'} icon="clock">
                {pass.daysLeft <= 1 ? 'Ends today' : `Ends in ${pass.daysLeft} days`}
              </Chip>
            )}
          </div>
          <p className="text-muted">{pass.until ? `Until ${pass.until}` : 'Without an end'}</p>
        </div>
        {pass.usedPercent !== null && (
          <ProgressBar label={`${pass.usedPercent}% of the pass has passed`} value={pass.usedPercent} />
        )}
        {pass.until && (
          <>
            <LinkButton variant="primary" wide href={renew.href}>
              Renew for {renew.price}
            </LinkButton>
            <LinkButton variant="quiet" wide href={renew.otherHref}>
              Choose another plan
            </LinkButton>
            <p className="text-caption text-center">
              It ends by itself. A renewal follows the pass you have, so no day is lost.
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

function NoPass({ ended, renew }: { ended: string | null; renew: LoaderData['renew'] }) {
  return (
    <EmptyState
      icon="lock"
      heading="h2"
      compact
      title={ended ? `Your access ended on ${ended}` : 'You have no pass yet'}
      action={
        <LinkButton variant="primary" href={ended ? renew.href : renew.otherHref}>
          {ended ? `Renew for ${renew.price}` : 'Unlock full access'}
        </LinkButton>
      }
    >
      {ended ? 'Your chats and purchases are kept.' : 'One pass opens every creator.'}
    </EmptyState>
  )
}
