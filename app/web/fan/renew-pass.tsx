import { redirect } from 'react-router'
import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import { isPlanName, type PlanName, priceOf } from '#app/domain/subscriptions/plan.ts'
import { termOf } from '#app/domain/subscriptions/plan-length.ts'
import { findNewestPass, findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { destinationOfAccess, readReturnTo, type ReturnTo } from '#app/domain/products/return-to.ts'
import { addressOf } from '#app/target-address.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { NotNow } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { BalanceForm } from '#app/web/checkout/balance-form.tsx'
import { checkoutAction, walletOffer } from '#app/web/checkout/checkout.server.ts'
import type { Sale } from '#app/web/checkout/sale.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { directHref } from '#app/web/fan/subscription-facts.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/renew-pass'

export const handle = memberForm('Renew your pass', { shell: 'focused', backHref: to.subscription })

/** The next term of a pass, paid from the wallet: price, dates and one button. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [held, newest] = await Promise.all([holdsPass(person.id), findNewestPass(person.id)])
  if (held && held.endsAt === null) throw redirect(to.subscription, 303)
  const { plans } = await findPlansForSale(countryOfBuyer(person.phone, null))
  const name = url.searchParams.get('plan') ?? newest?.planName ?? plans[0]?.name
  const plan = plans.find((one) => one.name === name)
  if (!plan)
    throw redirectWithToast(to.subscription, {
      title: 'Payment Error',
      description: 'This plan is not on sale now.',
      tone: 'error',
    })
  const at = now()
  const price = priceOf(plan, 'UGX', at)
  const term = termOf(plan.length, at, held?.endsAt ?? null)
  const returnTo = readReturnTo(url.searchParams)
  const offer = await walletOffer(person, price, saleOf(plan.name, held !== null, returnTo))
  return {
    title: `${plan.displayName} pass`,
    price: formatMoney(price),
    starts: held ? showDate(term.startsAt) : 'Now',
    until: showDate(term.endsAt),
    switching: held !== null && newest !== null && newest.planName !== plan.name ? newest.displayName : null,
    offer: offer!,
    isFirst: held === null && newest === null,
    directHref: directHref(plan.name, 'UGX', held !== null, returnTo),
  }
}

export async function action(args: Route.ActionArgs) {
  const plan = args.url.searchParams.get('plan')
  if (!isPlanName(plan)) return redirect(to.subscription, 303)
  // What the page announced, not what is so now: a pass bought in another tab must not turn "Starts: Now" into a second term.
  const { searchParams } = args.url
  return checkoutAction(args, saleOf(plan, searchParams.has('renewal'), readReturnTo(searchParams)))
}

/** `returnTo`: what a first pass is bought for. */
function saleOf(plan: PlanName, renewal: boolean, returnTo: ReturnTo): Sale {
  const started = { title: 'You have full access', description: 'One pass, every creator.' }
  const renewed = {
    title: 'Pass renewed',
    description: 'It starts when your current pass ends, so you lose no day.',
  }
  return {
    order: { kind: 'pass', plan, currency: 'UGX', renewal },
    from: 'wallet',
    address: () => withQuery(to.renewPass, { plan, renewal: renewal && '1', ...returnTo }),
    returnTo: { ...returnTo, from: 'renewal' },
    topUpFor: { from: 'renewal' },
    bought: {
      path: Object.keys(returnTo).length > 0 ? addressOf(destinationOfAccess(returnTo)) : to.subscription,
      ...(renewal ? renewed : started),
    },
  }
}

export default function RenewPass({ loaderData, actionData }: Route.ComponentProps) {
  const { title, price, starts, until, switching, isFirst, offer } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">{switching ? `Switch to the ${title}` : isFirst ? title : 'Renew your pass'}</h1>
      <Card padded>
        <Receipt
          rows={[
            { label: title, value: price },
            { label: 'Starts', value: starts },
            { label: 'Active until', value: until },
          ]}
          total={{ label: 'Total today', value: price }}
        />
      </Card>
      {switching && <p className="text-secondary">Your {switching} pass stays active. This one starts when it ends.</p>}
      <BalanceForm
        offer={offer}
        button={`Pay ${price} from wallet`}
        answer={actionData}
        directHref={loaderData.directHref}
        note="Paid now from your wallet. No automatic charges."
      />
      <NotNow href={to.subscription} />
    </div>
  )
}
