import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { data, redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { readReturnTo, type ReturnTo } from '#app/domain/products/return-to.ts'
import { canTopUp, type TopUpDenial } from '#app/domain/products/wallet-top-up/policy.ts'
import { isTopUp, nextPart, readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { PAYMENT, TOP_UP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { checkoutAction, checkoutHeaders, paymentForm } from '#app/web/checkout/checkout.server.ts'
import { denialMessage, denyVisit } from '#app/web/checkout/refusals.server.ts'
import { addressAt } from '#app/web/checkout/sale.ts'
import walletStylesUrl from '#app/web/fan/wallet/wallet.css?url'
import { topUpChoice } from '#app/web/fan/wallet/top-up-choice.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import type { PaymentFormData } from '#app/web/checkout/checkout.ts'
import { PaymentForm } from '#app/web/checkout/payment-form.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { type TopUpChoice, TopUpChoiceForm, TopUpsOff, WalletTerms } from './top-up-choice.tsx'
import type { Route } from './+types/top-up'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: walletStylesUrl }]

export const handle = memberForm('Top up', { shell: 'focused', backHref: to.wallet })

type PayStep = {
  step: 'pay'
  sum: string
  otherSumHref: string
  /** An amount that mobile money allows only in several payments. */
  parts: { payments: number; now: string; rest: string } | null
  ways: { byCard: boolean; cardHref: string; partsHref: string } | null
  form: PaymentFormData & { button: string; card: boolean }
}

type TopUpPage =
  | { step: 'choice'; choice: TopUpChoice }
  | { step: 'refused'; off: boolean; description: string }
  | PayStep

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { wallet: walletOn } = await settings()
  const verdict = canTopUp(person, { walletOn, at: now() })
  if (!verdict.allowed) return data<TopUpPage>(refusedPage(verdict.reason, person))
  const requested = readReturnTo(url.searchParams)
  const asked = readAsked(url)
  if (asked === 'nothing') return data<TopUpPage>({ step: 'choice', choice: topUpChoice(to.topUp, url, requested) })
  if (asked === 'wrong')
    return data<TopUpPage>({ step: 'choice', choice: topUpChoice(to.topUp, url, requested, outOfBounds()) }, 400)
  return data<TopUpPage>(formPage(person, url, requested, asked), { headers: checkoutHeaders(request) })
}

/** The address carries the amount; the form carries the payment method. The return path is built from validated parts only. */
export function action(args: Route.ActionArgs) {
  const { url } = args
  const asked = readAsked(url)
  const here = url.pathname + url.search
  if (asked === 'nothing' || asked === 'wrong') return redirect(here, 303)
  return checkoutAction(args, {
    order: { kind: 'wallet_top_up', amountMinor: asked.nowMinor, restMinor: asked.restMinor },
    from: 'gateway',
    address: () => here,
    returnTo: readReturnTo(url.searchParams),
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

function formPage(person: Person, url: URL, requested: ReturnTo, asked: Asked): TopUpPage {
  const { wholeMinor, nowMinor, restMinor, payments, byCard } = asked
  const amount = { amount: (wholeMinor / 100n).toString(), ...requested }
  const inParts = addressAt(to.topUp, amount)
  const here = byCard ? addressAt(to.topUp, { ...amount, method: 'card' }) : inParts
  const large = wholeMinor > PAYMENT.maxMobileMoneyMinor
  return {
    step: 'pay',
    sum: show(wholeMinor),
    otherSumHref: addressAt(to.topUp, requested)({ other: '1' }),
    parts: payments > 1 ? { payments, now: show(nowMinor), rest: show(restMinor) } : null,
    ways: large ? { byCard, cardHref: inParts({ method: 'card' }), partsHref: inParts() } : null,
    form: {
      ...paymentForm(url, person, { amountMinor: nowMinor, currency: 'UGX' }, here),
      button: payments > 1 ? `Pay ${show(nowMinor)}, 1 of ${payments}` : `Top up ${show(nowMinor)}`,
      mobileMoney: !byCard,
      card: payments === 1,
    },
  }
}

/** A person who can't top up sees why, or is redirected to what is missing. */
function refusedPage(reason: TopUpDenial, person: Person): TopUpPage {
  if (reason === 'wallet_off') return { step: 'refused', off: true, description: '' }
  const tooYoung = reason === 'profile_incomplete' && person.profileCompleted && person.birthday !== null
  const description = tooYoung ? 'The wallet is for people who are 18 or older.' : denialMessage(reason)
  if (description) return { step: 'refused', off: false, description }
  const setup = person.profileCompleted ? to.birthday : to.profileSetup
  throw denyVisit(reason, { entry: withReturnTo(to.signIn, to.wallet), setup })
}

/** A top-up in two steps: the amount, then the payment. */
const SPENT_ON = listWorking([{ text: 'chat', needs: 'chat' }, 'unlocks', 'tips', ...CHAT_CALLS_BOOKINGS.slice(1)])

export default function TopUp({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Top up</h1>
      {page.step === 'choice' && <TopUpChoiceForm choice={page.choice} />}
      {page.step === 'pay' && <Pay page={page} answer={actionData} />}
      {page.step === 'refused' &&
        (page.off ? (
          <TopUpsOff />
        ) : (
          <Banner tone="danger" title="Payment Error">
            {page.description}
          </Banner>
        ))}
      {page.step !== 'pay' && <WalletTerms />}
      <LinkButton variant="quiet" wide href={to.wallet}>
        Back to the wallet
      </LinkButton>
    </div>
  )
}

function Pay({ page, answer }: { page: PayStep; answer: FormAnswer | undefined }) {
  const { parts, ways } = page
  return (
    <>
      <div className="row row-between row-wrap">
        <p className="money wallet-balance" translate="no">
          {page.sum}
        </p>
        <a className="link link-target" href={page.otherSumHref}>
          Other amount
        </a>
      </div>
      {ways && (
        <SegmentedLinks
          label="How it is split"
          segments={[
            { label: 'In parts', href: ways.partsHref, active: !ways.byCard },
            { label: 'At once by card', href: ways.cardHref, active: ways.byCard },
          ]}
        />
      )}
      {parts && (
        <Banner tone="info" title={`In ${parts.payments} payments`}>
          Mobile money allows at most {'UGX\u00a05,000,000'} at once. Now {parts.now}; then we ask for the remaining{' '}
          {parts.rest}.
        </Banner>
      )}
      <PaymentForm
        form={page.form}
        button={page.form.button}
        card={page.form.card}
        answer={answer}
        note={
          <>
            <a className="link" href={`${to.terms}#wallet`}>
              Wallet terms
            </a>
            {`: for ${SPENT_ON}. It can’t be withdrawn.`}
          </>
        }
      />
    </>
  )
}
