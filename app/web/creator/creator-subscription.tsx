import { data, redirect } from 'react-router'
import { z } from 'zod'
import { findAgreedFee, findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import { endOfNextWeek, type FeeStatus } from '#app/domain/creators/fee-week.ts'
import { setFeeAutoPay } from '#app/domain/creators/set-fee-auto-pay.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { canPayCreatorFee, type FeeDenial } from '#app/domain/purchases/policy.ts'
import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerBalanceForm } from '#app/web/balance-checkout.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { showMoment } from '#app/web/show-moment.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { type FeeBalance, feeBalances } from '#app/web/creator/fee-balances.server.ts'
import { type CreatorSubscriptionPage, CreatorSubscriptionView } from './creator-subscription-view.tsx'
import { CREATOR_FEE_TEXTS } from './texts.ts'
import creatorStylesUrl from '#app/web/styles/creator.css?url'
import type { Route } from './+types/creator-subscription'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = { shell: 'full', tab: 'profile', bottomBar: false } satisfies RouteHandle

const HOME = '/creator-subscription'
const PRIVATE = { 'cache-control': 'private, no-store' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const creator = payingCreator(actor)
  const renewal = url.searchParams.get('renew') === '1'
  let facts: [FeeStatus, Fee, bigint | null, FeeBalance[]]
  try {
    facts = await lookUp(creator)
  } catch (error) {
    log.error({ err: error }, 'a creator\u2019s fee could not be read')
    return data<CreatorSubscriptionPage>(
      { state: 'failed', retryHref: url.pathname + url.search },
      { status: 503, headers: PRIVATE },
    )
  }
  const [status, fee, agreedMinor, balances] = facts
  const verdict = canPayCreatorFee(creator, status, renewal)
  const refused = verdict.allowed ? null : refusalOf(verdict.reason, creator)
  const until = endOfNextWeek(status, now())
  const query = (more: Record<string, string>) => addressOf(renewal, more)
  const checkout = checkoutSessionOf(request)
  const paying = url.searchParams.get('pay') === '1' && refused === null
  const account = balances.find(({ from }) => from === url.searchParams.get('with')) ?? null
  return data<CreatorSubscriptionPage>(
    {
      state: 'open',
      price: formatMoney(priceOf(fee)),
      days: CREATOR_FEE_DAYS,
      share: 100 - fee.platformFeePercentage,
      chip: chipOf(status),
      until: until && `${showMoment(until)} EAT`,
      refused,
      renewal,
      phone: creator.phone,
      balances,
      chosen: account?.from ?? 'gateway',
      // Before the first approval there is nothing to renew.
      autoPay: status.verification === 'approved' ? autoPayOf(agreedMinor, fee, query) : null,
      dialog: !paying ? null : account ? balanceDialog(account, fee, query) : payerDialog(creator, fee, url, query),
    },
    { headers: paying ? { ...PRIVATE, 'set-cookie': checkout.cookie } : PRIVATE },
  )
}

type Fee = { creatorFeeMinor: bigint; platformFeePercentage: number }
type Dialog = Extract<CreatorSubscriptionPage, { state: 'open' }>['dialog']
type AutoPay = NonNullable<Extract<CreatorSubscriptionPage, { state: 'open' }>['autoPay']>
type Query = (more: Record<string, string>) => string

async function lookUp(creator: Person): Promise<[FeeStatus, Fee, bigint | null, FeeBalance[]]> {
  const [status, fee, agreedMinor] = await Promise.all([
    findFeeStatus(creator.id),
    settings(),
    findAgreedFee(creator.id),
  ])
  return [status, fee, agreedMinor, await feeBalances(creator, priceOf(fee))]
}

function priceOf(fee: Fee): Money {
  return { amountMinor: fee.creatorFeeMinor, currency: 'UGX' }
}

function autoPayOf(agreedMinor: bigint | null, fee: Fee, query: Query): AutoPay {
  const shared = {
    shownMinor: fee.creatorFeeMinor.toString(),
    onAction: query({ auto: 'on' }),
    offAction: query({ auto: 'off' }),
  }
  if (agreedMinor === null) return { ...shared, state: 'off' }
  if (fee.creatorFeeMinor <= agreedMinor) return { ...shared, state: 'on' }
  return { ...shared, state: 'raised', agreed: formatMoney({ amountMinor: agreedMinor, currency: 'UGX' }) }
}

function addressOf(renewal: boolean, more: Record<string, string>): string {
  const all = new URLSearchParams({ ...(renewal ? { renew: '1' } : {}), ...more }).toString()
  return all ? `${HOME}?${all}` : HOME
}

function balanceDialog(account: FeeBalance, fee: Fee, query: Query): Dialog {
  return {
    kind: 'balance',
    account,
    action: query({ pay: '1', with: account.from }),
    closeHref: query({ with: account.from }),
    directHref: query({ pay: '1' }),
    attempt: randomToken(),
    shownMinor: fee.creatorFeeMinor.toString(),
  }
}

function payerDialog(creator: Person, fee: Fee, url: URL, query: Query): Dialog {
  const changing = url.searchParams.get('change') === '1'
  return {
    kind: 'gateway',
    action: query(changing ? { pay: '1', change: '1' } : { pay: '1' }),
    closeHref: query({}),
    attempt: randomToken(),
    shownMinor: fee.creatorFeeMinor.toString(),
    payer: {
      name: creator.displayName ?? '',
      email: creator.email,
      changeHref: changing || !creator.displayName ? null : query({ pay: '1', change: '1' }),
    },
    phone: creator.phone ?? '',
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const creator = payingCreator(context.get(actorContext))
  const renewal = url.searchParams.get('renew') === '1'
  const auto = url.searchParams.get('auto')
  if (auto === 'on') return switchAutoPay(creator, await readAgreed(request), addressOf(renewal, {}))
  if (auto === 'off') return switchAutoPay(creator, null, addressOf(renewal, {}))
  const from = url.searchParams.get('with')
  if (from === 'earnings' || from === 'wallet') {
    return answerBalanceForm(request, context, {
      product: { kind: 'creator_fee', renewal },
      from,
      intent: {},
      formAddress: addressOf(renewal, {}),
      bought: () => redirectWithToast('/dashboard', PAID_TEXTS[from]),
    })
  }
  return answerPaymentForm(request, context, {
    product: { kind: 'creator_fee', renewal },
    intent: {},
    formAddress: addressOf(renewal, {}),
    callbackPath: '/creator-subscription-callback',
    failed: CREATOR_FEE_TEXTS.notProcessed.description,
  })
}

const AutoPayForm = z.object({ shown: z.string().regex(/^\d{1,18}$/) })

const PAID_TEXTS = {
  earnings: { title: 'Paid from your earnings', description: 'Your week is paid. The end date is below.' },
  wallet: { title: 'Paid from your wallet', description: 'Your week is paid. The end date is below.' },
}

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
    if (result.refusal.kind === 'not_a_creator') return redirect('/onboarding', 303)
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

/** The signed-in creator; everyone else is redirected to their own page. */
function payingCreator(actor: Actor): Person {
  if (!actor) {
    throw redirectWithToast('/auth?return=creator-subscription', { ...CREATOR_FEE_TEXTS.signInFirst, tone: 'error' })
  }
  if (actor.staffRole) throw redirect('/admin', 303)
  if (actor.userType !== 'creator') throw redirect('/public-feed', 303)
  return actor
}

/** Why this creator can't pay now, shown at the button; redirects if another page explains it. */
function refusalOf(reason: FeeDenial, creator: Person): string {
  switch (reason) {
    case 'already_visible':
      throw redirect(creator.username ? `/${creator.username}` : '/profile-setup', 303)
    case 'application_missing':
      throw redirect('/onboarding', 303)
    case 'application_rejected':
    case 'week_waiting':
      throw redirect('/dashboard', 303)
    case 'sign_in_required':
    case 'not_a_creator':
      throw redirect('/public-feed', 303)
    case 'account_closed':
      return 'This account can\u2019t pay now. Support can tell you why.'
    default:
      return unreachable(reason)
  }
}

function chipOf(status: FeeStatus): { tone: 'warning' | 'success' | 'info'; text: string } | null {
  if (status.visible && status.lastEnd) return { tone: 'success', text: `Visible until ${showDate(status.lastEnd)}` }
  if (status.verification === 'in_review') return { tone: 'info', text: 'In review' }
  return status.lastEnd ? { tone: 'warning', text: `Ended ${showDate(status.lastEnd)}` } : null
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Creator subscription', matches)
}

export default function CreatorSubscription({ loaderData, actionData }: Route.ComponentProps) {
  return <CreatorSubscriptionView page={loaderData} answer={actionData ?? null} />
}
