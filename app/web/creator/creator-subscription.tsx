import { data, redirect } from 'react-router'
import { z } from 'zod'
import { findAgreedFee, findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import { findLapseLoss } from '#app/domain/creators/find-lapse-loss.server.ts'
import { type LapseLoss, lapseText } from '#app/domain/creators/lapse-loss.ts'
import { endOfNextWeek, type FeeStatus } from '#app/domain/creators/fee-week.ts'
import { setFeeAutoPay } from '#app/domain/creators/set-fee-auto-pay.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { canPayCreatorFee } from '#app/domain/products/creator-fee/policy.ts'
import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { log } from '#app/platform/log.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { checkoutAction, checkoutHeaders, paymentForm } from '#app/web/checkout/checkout.server.ts'
import { denialMessage, denyVisit } from '#app/web/checkout/refusals.server.ts'
import { addressAt } from '#app/web/checkout/sale.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { type FeeBalance, feeBalances } from '#app/web/creator/fee-balances.server.ts'
import { type CreatorSubscriptionPage, CreatorSubscriptionView } from './creator-subscription-view.tsx'
import { CREATOR_FEE_TEXTS } from './texts.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { signInFirst } from '#app/web/gates.server.ts'
import type { Route } from './+types/creator-subscription'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

const SIGNED_IN = {
  who: 'signed_in',
  gate: signInFirst(CREATOR_FEE_TEXTS.signInFirst),
} as const

export const handle = {
  audience: 'creators',
  policy: { GET: SIGNED_IN, POST: SIGNED_IN },
  title: 'Creator subscription',
  screen: { shell: 'full', tab: 'home', bottomBar: false, backHref: to.dashboard },
} satisfies RouteHandle

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const renewal = url.searchParams.get('renew') === '1'
  let facts: Awaited<ReturnType<typeof lookUp>>
  try {
    facts = await lookUp(creator)
  } catch (error) {
    log.error({ err: error }, 'a creator\u2019s fee could not be read')
    return data<CreatorSubscriptionPage>({ state: 'failed', retryHref: url.pathname + url.search }, 503)
  }
  const [status, fee, agreedMinor, balances, loss] = facts
  const verdict = canPayCreatorFee(creator, status, renewal)
  // The dashboard says why the account is suspended or blocked; no payment helps there.
  if (!verdict.allowed && verdict.reason === 'account_closed') throw redirect(to.dashboard, 303)
  const closed = !verdict.allowed && denialMessage(verdict.reason) !== null
  if (!verdict.allowed && !closed)
    throw denyVisit(verdict.reason, {
      entry: to.feed,
      page: creator.username ? to.creator(creator.username) : to.profileSetup,
    })
  const until = endOfNextWeek(status, now())
  const address = addressOf(renewal)
  const paying = url.searchParams.get('pay') === '1' && !closed
  const asked = url.searchParams.get('with')
  const account = balances.find(({ from }) => from === asked) ?? null
  const [covering, short] = [true, false].map((covers) =>
    balances.filter(({ missing }) => (missing === null) === covers).map(({ from }) => from),
  )
  // What covers the fee takes nothing out of the creator's pocket.
  const ways = [...covering!, 'gateway' as const, ...short!]
  const endsSoon = status.visible && status.lastEnd !== null && status.lastEnd < addDays(now(), SOON_DAYS)
  return data<CreatorSubscriptionPage>(
    {
      state: 'open',
      price: formatMoney(priceOf(fee)),
      days: CREATOR_FEE_DAYS,
      share: 100 - fee.platformFeePercentage,
      chip: chipOf(status),
      until: until && showDateTime(until),
      refused: closed ? 'This account can\u2019t pay now. Support can tell you why.' : null,
      renewal,
      phone: creator.phone,
      balances,
      ways,
      chosen: account?.from ?? (asked === null ? ways[0]! : 'gateway'),
      loss: endsSoon ? lapseText(loss) : '',
      // Before the first approval there is nothing to renew.
      autoPay: status.verification === 'approved' ? autoPayOf(agreedMinor, fee, address) : null,
      dialog: !paying ? null : account ? balanceDialog(account, fee, address) : payerDialog(creator, fee, url, address),
    },
    { headers: paying ? checkoutHeaders(request) : {} },
  )
}

/** From so many days before the end on the page says what is lost. */
const SOON_DAYS = 3

type Fee = { creatorFeeMinor: bigint; platformFeePercentage: number }
type Dialog = Extract<CreatorSubscriptionPage, { state: 'open' }>['dialog']
type AutoPay = NonNullable<Extract<CreatorSubscriptionPage, { state: 'open' }>['autoPay']>
type Address = ReturnType<typeof addressAt>

async function lookUp(creator: Person): Promise<[FeeStatus, Fee, bigint | null, FeeBalance[], LapseLoss]> {
  const [status, fee, agreedMinor, loss] = await Promise.all([
    findFeeStatus(creator.id),
    settings(),
    findAgreedFee(creator.id),
    findLapseLoss(creator.id),
  ])
  return [status, fee, agreedMinor, await feeBalances(creator, priceOf(fee)), loss]
}

function priceOf(fee: Fee): Money {
  return { amountMinor: fee.creatorFeeMinor, currency: 'UGX' }
}

function autoPayOf(agreedMinor: bigint | null, fee: Fee, address: Address): AutoPay {
  const shared = {
    shownMinor: fee.creatorFeeMinor.toString(),
    onAction: address({ auto: 'on' }),
    offAction: address({ auto: 'off' }),
  }
  if (agreedMinor === null) return { ...shared, state: 'off' }
  if (fee.creatorFeeMinor <= agreedMinor) return { ...shared, state: 'on' }
  return { ...shared, state: 'raised', agreed: formatMoney({ amountMinor: agreedMinor, currency: 'UGX' }) }
}

function addressOf(renewal: boolean): Address {
  return addressAt(to.creatorFee, renewal ? { renew: '1' } : {})
}

function balanceDialog(account: FeeBalance, fee: Fee, address: Address): Dialog {
  return {
    kind: 'balance',
    account,
    action: address({ pay: '1', with: account.from }),
    closeHref: address({ with: account.from }),
    directHref: address({ pay: '1' }),
    attempt: randomToken(),
    shownMinor: fee.creatorFeeMinor.toString(),
  }
}

function payerDialog(creator: Person, fee: Fee, url: URL, address: Address): Dialog {
  const form = paymentForm(url, creator, priceOf(fee), (more) => address({ pay: '1', ...more }))
  return { kind: 'gateway', closeHref: address(), ...form }
}

export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const creator = context.get(personContext)
  const renewal = url.searchParams.get('renew') === '1'
  const address = addressOf(renewal)
  const auto = url.searchParams.get('auto')
  if (auto === 'on') return switchAutoPay(creator, await readAgreed(request), address())
  if (auto === 'off') return switchAutoPay(creator, null, address())
  const account = url.searchParams.get('with')
  const from = account === 'earnings' || account === 'wallet' ? account : 'gateway'
  return checkoutAction(args, {
    order: { kind: 'creator_fee', renewal },
    from,
    address,
    bought: {
      path: to.dashboard,
      title: from === 'earnings' ? 'Paid from your earnings' : 'Paid from your wallet',
      description: 'Your week is paid. The end date is below.',
    },
    failed: CREATOR_FEE_TEXTS.notProcessed.description,
  })
}

const AutoPayForm = z.object({ shown: z.string().regex(/^\d{1,18}$/) })

/** The fee shown on the page; null if it can't be parsed. */
async function readAgreed(request: Request): Promise<bigint> {
  const form = await parseForm(request, AutoPayForm)
  return form.ok ? BigInt(form.value.shown) : 0n
}

async function switchAutoPay(creator: Person, agreedMinor: bigint | null, page: string) {
  const on = agreedMinor !== null
  const result = await setFeeAutoPay(creator, agreedMinor)
  if (!result.ok) {
    // People who are not creators yet go to the wizard.
    if (result.refusal.kind === 'not_a_creator') return redirect(to.creatorOnboarding.intro, 303)
    return redirectWithToast(page, {
      title: 'The fee has changed',
      description: 'Nothing was turned on. Please check the new fee.',
      tone: 'error',
    })
  }
  return redirectWithToast(page, {
    title: on ? 'Paid from your earnings each week' : 'No longer paid from your earnings',
    description: on
      ? 'One day before your week ends, we take the fee from your available earnings. If there is not enough, we remind you.'
      : 'We email you before your week ends.',
  })
}

function chipOf(status: FeeStatus): { tone: 'warning' | 'success' | 'info'; text: string } | null {
  if (status.visible && status.lastEnd) return { tone: 'success', text: `Visible until ${showDate(status.lastEnd)}` }
  if (status.verification === 'in_review') return { tone: 'info', text: 'In review' }
  return status.lastEnd ? { tone: 'warning', text: `Ended ${showDate(status.lastEnd)}` } : null
}

export default function CreatorSubscription({ loaderData, actionData }: Route.ComponentProps) {
  return <CreatorSubscriptionView page={loaderData} answer={actionData} />
}
