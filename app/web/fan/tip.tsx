import { data, redirect } from 'react-router'
import { z } from 'zod'
import { type CreatorProfile, findCreatorById } from '#app/domain/creators/queries.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import { canTip, type TipDenial } from '#app/domain/purchases/policy.ts'
import { readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import type { ProductOrder } from '#app/domain/purchases/product-order.ts'
import { TIP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { isTipAmount, readTipMessage } from '#app/domain/tips/tip.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { answerBalanceForm } from '#app/web/balance-checkout.server.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { PaymentForm, type PaymentFormErrors } from '#app/web/checkout/payment-form.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { refuseHidden } from '#app/web/creator-response.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { withReturn } from '#app/web/return-route.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { TipForm, type TipPage } from './tip-form.tsx'
import { addressOf, readTipRequest, type TipRequest } from './tip-request.ts'
import type { Route } from './+types/tip'

export const handle = { shell: 'focused' } satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const creator = await creatorToTip(params.creatorId)
  refuseHidden(actor, creator)
  const entitled = actor !== null && (await isEntitledTo(actor.id, creator.id))
  const verdict = canTip(actor, { creatorId: creator.id, entitled, at: now() })
  if (!verdict.allowed) throw refusalAnswer(verdict.reason, creator)
  const requested = readTipRequest(url.searchParams)
  const checkout = checkoutSessionOf(request)
  const direct = url.searchParams.get('pay') === 'direct' ? directOf(actor!, creator, url, requested) : null
  return data(
    {
      name: creator.displayName,
      closeHref: `/gal/${creator.id}`,
      onPost: requested.postId !== null,
      direct,
      form: direct ? null : await formOf(actor!, creator, requested),
    },
    { headers: { 'set-cookie': checkout.cookie, 'cache-control': 'private, no-store' } },
  )
}

async function creatorToTip(creatorId: string): Promise<CreatorProfile> {
  const creator = await findCreatorById(creatorId.toLowerCase())
  if (!creator) throw new Response('Not found', { status: 404 })
  return creator
}

/** Redirects people who can't tip to what they need first, with the way back. */
function refusalAnswer(reason: TipDenial, creator: CreatorProfile): Response {
  const page = `/${creator.username}`
  switch (reason) {
    case 'sign_in_required':
    case 'pass_required':
      return redirect(subscribeLink('profile', creator.username, 'tip'), 303)
    case 'profile_incomplete':
      return redirect(withReturn('/profile-setup', `return=creator&creator=${creator.username}`), 303)
    case 'own_page':
      return redirect(page, 303)
    case 'account_closed':
      return redirectWithToast(page, {
        title: 'Payment Error',
        description: 'This account can\u2019t buy anything. Support can tell you why.',
        tone: 'error',
      })
    default:
      return unreachable(reason)
  }
}

async function formOf(person: Person, creator: CreatorProfile, requested: TipRequest): Promise<TipPage> {
  const [balance, { wallet: walletOn, platformFeePercentage }] = await Promise.all([
    walletBalance(person.id),
    settings(),
  ])
  const intent: Intent = { creator: creator.id, intent: 'tip', ...(requested.postId ? { post: requested.postId } : {}) }
  return {
    action: addressOf(creator.id, requested),
    attempt: randomToken(),
    amounts: TIP.offeredMinor.map((amountMinor) => ({
      value: (amountMinor / 100n).toString(),
      label: formatMoney({ amountMinor, currency: 'UGX' }),
    })),
    values: requested,
    balanceMinor: walletOn || balance.amountMinor > 0n ? balance.amountMinor.toString() : null,
    topUpFor: walletOn ? intent : null,
    goal: {
      earnedMinor: creator.earnedTodayMinor.toString(),
      goalMinor: creator.dailyGoalMinor.toString(),
      share: 100 - platformFeePercentage,
    },
  }
}

/** The same tip by mobile money or card, at its own address; null if the address has no valid amount. */
function directOf(person: Person, creator: CreatorProfile, url: URL, requested: TipRequest) {
  const amountMinor = readSum(url.searchParams.get('amount') ?? '')
  if (amountMinor === null || !isTipAmount(amountMinor)) return null
  const changing = url.searchParams.get('change') === '1'
  const address = (more: Record<string, string>) =>
    addressOf(creator.id, requested, {
      pay: 'direct',
      amount: (amountMinor / 100n).toString(),
      ...(requested.message ? { message: requested.message } : {}),
      ...(requested.named ? {} : { named: '0' }),
      ...more,
    })
  return {
    sum: formatMoney({ amountMinor, currency: 'UGX' }),
    message: requested.message,
    backHref: addressOf(creator.id, requested),
    action: address(changing ? { change: '1' } : {}),
    attempt: randomToken(),
    shownMinor: amountMinor.toString(),
    payer: {
      name: person.displayName ?? '',
      email: person.email,
      changeHref: changing || !person.displayName ? null : address({ change: '1' }),
    },
    phone: person.phone ?? '',
  }
}

/** This form keeps its own values; the payment form's fields are not on it. */
const NO_VALUES: Record<string, string> = {}

const TipFields = z.object({
  amount: z.string().max(20).default(''),
  other: z.string().max(40).default(''),
  message: z.string().max(2_000).default(''),
  named: z.string().optional(),
  way: z.enum(['wallet', 'direct']).catch('wallet'),
})

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const creatorId = params.creatorId.toLowerCase()
  const requested = readTipRequest(url.searchParams)
  if (url.searchParams.get('pay') === 'direct') {
    const amountMinor = readSum(url.searchParams.get('amount') ?? '')
    if (amountMinor === null) return redirect(addressOf(creatorId, requested), 303)
    return answerPaymentForm(request, context, {
      product: tipOf(creatorId, amountMinor, requested),
      intent: {},
      formAddress: addressOf(creatorId, requested),
    })
  }
  const form = await parseForm(request, TipFields)
  if (!form.ok) return tipErrors({ amounts: 'This form could not be read. Please try again.' }, requested)
  const { amount, other, way } = form.value
  const typed: TipRequest = {
    ...requested,
    amount,
    other,
    message: form.value.message,
    named: form.value.named !== undefined,
  }
  const amountMinor = readSum(other.trim() === '' ? amount : other)
  const message = readTipMessage(typed.message)
  const problems = problemsOf(amountMinor, message, other.trim() === '' ? 'amounts' : 'other')
  if (problems || amountMinor === null || message === null) return tipErrors(problems ?? {}, typed)
  const units = (amountMinor / 100n).toString()
  if (way === 'direct')
    return redirect(
      addressOf(creatorId, typed, {
        pay: 'direct',
        amount: units,
        ...(message ? { message } : {}),
        ...(typed.named ? {} : { named: '0' }),
      }),
      303,
    )
  return fromWallet(request, context, { creatorId, amountMinor, requested: { ...typed, message } })
}

function tipOf(creatorId: string, amountMinor: bigint, requested: TipRequest): Extract<ProductOrder, { kind: 'tip' }> {
  const { message, postId, context, named } = requested
  return { kind: 'tip', creatorId, amountMinor, message, postId, context, named }
}

async function fromWallet(
  request: Request,
  context: Route.ActionArgs['context'],
  { creatorId, amountMinor, requested }: { creatorId: string; amountMinor: bigint; requested: TipRequest },
) {
  const answer = await answerBalanceForm(request, context, {
    product: tipOf(creatorId, amountMinor, requested),
    intent: {},
    formAddress: addressOf(creatorId, requested),
    bought: () =>
      redirectWithToast(`/gal/${creatorId}`, {
        title: 'Tip sent',
        description: `You sent ${formatMoney({ amountMinor, currency: 'UGX' })}. Thank you!`,
        tone: 'plain',
      }),
  })
  return answer instanceof Response
    ? answer
    : data({ errors: answer.data.errors, values: NO_VALUES, typed: requested }, answer.init ?? undefined)
}

function problemsOf(
  amountMinor: bigint | null,
  message: string | null,
  field: 'amounts' | 'other',
): Record<string, string> | null {
  const [least, most] = [TIP.minMinor, TIP.maxMinor].map((minor) =>
    formatMoney({ amountMinor: minor, currency: 'UGX' }),
  )
  const problems: Record<string, string> = {}
  if (amountMinor === null || !isTipAmount(amountMinor))
    problems[field] = `Choose an amount in whole shillings between ${least} and ${most}.`
  if (message === null) problems.message = `A message has up to ${TIP.messageLength} characters.`
  return Object.keys(problems).length > 0 ? problems : null
}

function tipErrors(fields: Record<string, string>, typed: TipRequest) {
  const summary = Object.entries(fields).map(([fieldId, message]) => ({ fieldId, message }))
  const errors: PaymentFormErrors = { title: 'There is a problem', summary, fields }
  return data({ errors, values: NO_VALUES, typed }, 400)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Tip', matches)
}

export default function Tip({ loaderData, actionData }: Route.ComponentProps) {
  const { name, direct, form } = loaderData
  const typed = actionData && 'typed' in actionData ? (actionData.typed as TipPage['values']) : null
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Tip {name}</h1>
        <p className="text-muted">
          {loaderData.onPost ? 'For this post. ' : ''}
          {name} sees your name and message
        </p>
      </div>
      {form && <TipForm page={typed ? { ...form, values: typed } : form} errors={actionData?.errors ?? null} />}
      {direct && (
        <>
          {direct.message && <p className="text-body">“{direct.message}”</p>}
          <PaymentForm
            action={direct.action}
            button={`Tip ${direct.sum}`}
            attempt={actionData?.values.attempt || direct.attempt}
            shownMinor={direct.shownMinor}
            mobileMoney
            payer={direct.payer}
            values={actionData?.values ?? { phone: direct.phone }}
            errors={actionData?.errors ?? null}
          />
        </>
      )}
      <LinkButton variant="quiet" wide href={direct?.backHref ?? loaderData.closeHref}>
        {direct ? 'Another amount' : 'Not now'}
      </LinkButton>
    </div>
  )
}
