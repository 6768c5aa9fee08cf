import { data, redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { type Intent, readIntent } from '#app/domain/products/intent.ts'
import { canTopUp, type TopUpDenial } from '#app/domain/purchases/policy.ts'
import { isTopUp, nextPart, readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { PAYMENT, TOP_UP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { requireMember } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import walletStylesUrl from '#app/web/styles/wallet.css?url'
import { topUpChoice } from '#app/web/fan/wallet/top-up-choice.server.ts'
import { type TopUpPage, TopUpView } from './top-up-view.tsx'
import type { Route } from './+types/top-up'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: walletStylesUrl }]

export const handle = { shell: 'focused', backHref: '/wallet' } as const satisfies RouteHandle

const PAGE = '/wallet/top-up'
const PRIVATE = { 'cache-control': 'private, no-store' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = requireMember(context, 'return=wallet')
  const { wallet: walletOn } = await settings()
  const verdict = canTopUp(person, { walletOn, at: now() })
  if (!verdict.allowed) return data<TopUpPage>(refusedPage(verdict.reason, person), { headers: PRIVATE })
  const requested = readIntent(url.searchParams)
  const asked = readAsked(url)
  if (asked === 'nothing')
    return data<TopUpPage>({ step: 'choice', choice: topUpChoice(PAGE, url, requested) }, { headers: PRIVATE })
  if (asked === 'wrong')
    return data<TopUpPage>(
      { step: 'choice', choice: topUpChoice(PAGE, url, requested, outOfBounds()) },
      { status: 400, headers: PRIVATE },
    )
  const checkout = checkoutSessionOf(request)
  return data<TopUpPage>(formPage(person, url, requested, asked), {
    headers: { ...PRIVATE, 'set-cookie': checkout.cookie },
  })
}

/** The address carries the amount; the form carries the payment method. The return path is built from validated parts only. */
export function action({ request, url, context }: Route.ActionArgs) {
  requireMember(context, 'return=wallet')
  const asked = readAsked(url)
  if (asked === 'nothing' || asked === 'wrong') return redirect(url.pathname + url.search, 303)
  return answerPaymentForm(request, context, {
    product: { kind: 'wallet_top_up', amountMinor: asked.nowMinor, restMinor: asked.restMinor },
    intent: readIntent(url.searchParams),
    formAddress: url.pathname + url.search,
  })
}

type Asked = { wholeMinor: bigint; nowMinor: bigint; restMinor: bigint; payments: number; byCard: boolean }

function readAsked(url: URL): Asked | 'nothing' | 'wrong' {
  const text = url.searchParams.get('amount')
  if (text === null) return 'nothing'
  const wholeMinor = readSum(text)
  if (wholeMinor === null || !isTopUp(wholeMinor)) return 'wrong'
  // A card can pay the whole amount at once; mobile money has a limit.
  const byCard = url.searchParams.get('method') === 'card'
  const part = byCard ? { nowMinor: wholeMinor, restMinor: 0n, payments: 1 } : nextPart(wholeMinor)
  return { wholeMinor, byCard, ...part }
}

function outOfBounds(): string {
  return `Choose an amount in whole shillings between ${show(TOP_UP.minMinor)} and ${show(TOP_UP.maxMinor)}.`
}

function show(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' } satisfies Money)
}

function formPage(person: Person, url: URL, requested: Intent, asked: Asked): TopUpPage {
  const { wholeMinor, nowMinor, restMinor, payments, byCard } = asked
  const at = (change: Record<string, string | null>) => {
    const query = new URLSearchParams({ amount: (wholeMinor / 100n).toString(), ...requested })
    if (byCard) query.set('method', 'card')
    for (const [name, value] of Object.entries(change)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    return `${PAGE}?${query}`
  }
  const changing = url.searchParams.get('change') === '1'
  const large = wholeMinor > PAYMENT.maxMobileMoneyMinor
  return {
    step: 'pay',
    sum: show(wholeMinor),
    otherSumHref: at({ amount: null, method: null, other: '1' }),
    parts: payments > 1 ? { payments, now: show(nowMinor), rest: show(restMinor) } : null,
    ways: large ? { byCard, cardHref: at({ method: 'card' }), partsHref: at({ method: null }) } : null,
    form: {
      action: changing ? at({ change: '1' }) : at({}),
      button: payments > 1 ? `Pay ${show(nowMinor)}, 1 of ${payments}` : `Top up ${show(nowMinor)}`,
      attempt: randomToken(),
      shownMinor: nowMinor.toString(),
      mobileMoney: !byCard,
      card: payments === 1,
      payer: {
        name: person.displayName ?? '',
        email: person.email,
        changeHref: changing || !person.displayName ? null : at({ change: '1' }),
      },
    },
    phone: person.phone ?? '',
  }
}

/** A person who can't top up sees why, or is redirected to what is missing. */
function refusedPage(reason: TopUpDenial, person: Person): TopUpPage {
  switch (reason) {
    case 'sign_in_required':
      throw redirect('/auth?return=wallet', 303)
    case 'profile_incomplete':
      if (!person.profileCompleted) throw redirect('/profile-setup', 303)
      if (person.birthday === null) throw redirect('/profile/birthday', 303)
      return { step: 'refused', off: false, description: 'The wallet is for people who are 18 or older.' }
    case 'account_closed':
      return {
        step: 'refused',
        off: false,
        description: 'This account can\u2019t buy anything. Support can tell you why.',
      }
    case 'wallet_off':
      return { step: 'refused', off: true, description: '' }
    default:
      return unreachable(reason)
  }
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Top up', matches)
}

export default function TopUp({ loaderData, actionData }: Route.ComponentProps) {
  return <TopUpView page={loaderData} answer={actionData ?? null} />
}
