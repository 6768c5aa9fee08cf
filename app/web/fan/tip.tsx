import { data, redirect } from 'react-router'
import { z } from 'zod'
import { findContactWith } from '#app/domain/contacts/find-contact.server.ts'
import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { type CreatorProfile, findCreatorById } from '#app/domain/creators/queries.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { canTip } from '#app/domain/products/tip/policy.ts'
import { readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { TIP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { isTipAmount, readTipMessage } from '#app/domain/tips/tip.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { checkoutAction, checkoutHeaders, paymentForm } from '#app/web/checkout/checkout.server.ts'
import { PaymentForm } from '#app/web/checkout/payment-form.tsx'
import { denyVisit } from '#app/web/checkout/refusals.server.ts'
import type { Sale } from '#app/web/checkout/sale.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { refuseHidden } from '#app/web/creator-response.server.ts'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm } from '#app/web/forms.server.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { TipForm, type TipPage } from '#app/web/checkout/tip-form.tsx'
import { addressOf, readTipRequest, type TipRequest, typedValues } from './tip-request.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/tip'

export const handle = {
  audience: 'members',
  policy: { GET: 'checked_by_domain', POST: 'checked_by_domain' },
  title: 'Tip',
  screen: { shell: 'focused' },
} satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const creator = orNotFound(await findCreatorById(params.creatorId.toLowerCase()))
  refuseHidden(actor, creator)
  const [entitled, contact] = actor
    ? await Promise.all([isEntitledTo(actor.id, creator.id), findContactWith(actor.id, creator.id)])
    : [false, NO_BLOCK]
  const verdict = canTip(actor, { creatorId: creator.id, entitled, contact, at: now() })
  const { username } = creator
  const requested = readTipRequest(url.searchParams)
  if (!verdict.allowed)
    throw denyVisit(verdict.reason, {
      entry: subscribeLink('profile', username, 'tip', { post: requested.postId }),
      setup: withReturnTo(to.profileSetup, addressOf(creator.id, requested)),
      page: to.creator(username),
    })
  const direct = url.searchParams.get('pay') === 'direct' ? directOf(actor!, creator, url, requested) : null
  return data(
    {
      name: creator.displayName,
      backHref:
        requested.context === 'chat'
          ? to.chat(creator.id)
          : requested.postId
            ? to.post(requested.postId)
            : to.premiumCreator(creator.id),
      onPost: requested.postId !== null,
      direct,
      form: direct ? null : await formOf(actor!, creator, requested),
    },
    { headers: checkoutHeaders(request) },
  )
}

async function formOf(person: Person, creator: CreatorProfile, requested: TipRequest): Promise<TipPage> {
  const [balance, { wallet: walletOn, platformFeePercentage }] = await Promise.all([
    walletBalance(person.id),
    settings(),
  ])
  const returnTo: ReturnTo = {
    creator: creator.id,
    intent: 'tip',
    ...(requested.postId ? { post: requested.postId } : {}),
  }
  return {
    action: addressOf(creator.id, requested),
    attempt: randomToken(),
    amounts: TIP.offeredMinor.map((amountMinor) => ({
      value: (amountMinor / 100n).toString(),
      label: formatMoney({ amountMinor, currency: 'UGX' }),
    })),
    values: typedValues(requested),
    balanceMinor: walletOn || balance.amountMinor > 0n ? balance.amountMinor.toString() : null,
    topUpFor: walletOn ? returnTo : null,
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
  const price = { amountMinor, currency: 'UGX' } as const
  return {
    form: paymentForm(url, person, price, (more) => directAddress(creator.id, amountMinor, requested, more)),
    sum: formatMoney(price),
    message: requested.message,
    backHref: addressOf(creator.id, requested),
  }
}

function directAddress(creatorId: string, amountMinor: bigint, tip: TipRequest, more: Record<string, string> = {}) {
  return addressOf(creatorId, tip, {
    pay: 'direct',
    amount: (amountMinor / 100n).toString(),
    ...(tip.message ? { message: tip.message } : {}),
    ...(tip.named ? {} : { named: '0' }),
    ...more,
  })
}

const TipFields = z.object({
  amount: z.string().max(20).default(''),
  other: z.string().max(40).default(''),
  message: z.string().default(''),
  named: z.string().optional(),
  way: z.enum(['wallet', 'direct']).catch('wallet'),
})

export async function action(args: Route.ActionArgs) {
  const { request, url } = args
  const creatorId = args.params.creatorId.toLowerCase()
  const requested = readTipRequest(url.searchParams)
  if (url.searchParams.get('pay') === 'direct') {
    const amountMinor = readSum(url.searchParams.get('amount') ?? '')
    if (amountMinor === null) return redirect(addressOf(creatorId, requested), 303)
    return checkoutAction(args, saleOf(creatorId, amountMinor, requested, 'gateway'))
  }
  const form = await parseForm(request, TipFields)
  if (!form.ok)
    return invalidForm({ amounts: 'This form could not be read. Please try again.' }, typedValues(requested))
  const { way, named, ...typed } = form.value
  const own = typed.other.trim()
  const amountMinor = readSum(own || typed.amount)
  const message = readTipMessage(typed.message)
  const tip: TipRequest = { ...requested, ...typed, named: named !== undefined, message: message ?? typed.message }
  if (amountMinor === null || !isTipAmount(amountMinor) || message === null)
    return invalidForm(
      {
        ...(amountMinor === null || !isTipAmount(amountMinor) ? { [own ? 'other' : 'amounts']: outOfBounds() } : {}),
        ...(message === null ? { message: `A message has up to ${TIP.messageLength} characters.` } : {}),
      },
      typedValues(tip),
    )
  if (way === 'direct') return redirect(directAddress(creatorId, amountMinor, tip), 303)
  const answer = await checkoutAction(args, saleOf(creatorId, amountMinor, tip, 'wallet'))
  return answer instanceof Response
    ? answer
    : data<FormAnswer>({ ...answer.data, values: typedValues(tip) }, answer.init ?? undefined)
}

function outOfBounds(): string {
  const [min, max] = [TIP.minMinor, TIP.maxMinor].map((amountMinor) => formatMoney({ amountMinor, currency: 'UGX' }))
  return `Choose an amount in whole shillings between ${min} and ${max}.`
}

function saleOf(creatorId: string, amountMinor: bigint, requested: TipRequest, from: 'wallet' | 'gateway'): Sale {
  const { message, postId, context, named } = requested
  const page = addressOf(creatorId, requested)
  return {
    order: { kind: 'tip', creatorId, amountMinor, message, postId, context, named },
    from,
    address: () => page,
    bought: {
      path: context === 'chat' ? `${to.chat(creatorId)}#end` : postId ? to.post(postId) : to.premiumCreator(creatorId),
      title: 'Tip sent',
      description: `You sent ${formatMoney({ amountMinor, currency: 'UGX' })}. Thank you!`,
      tone: 'plain',
    },
  }
}

export default function Tip({ loaderData, actionData }: Route.ComponentProps) {
  const { name, direct, form } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Tip {name}</h1>
        <p className="text-muted">
          {loaderData.onPost ? 'For this post. ' : ''}
          {name} sees your name and message
        </p>
      </div>
      {form && <TipForm page={form} answer={actionData} />}
      {direct && (
        <>
          {direct.message && <p className="text-body">“{direct.message}”</p>}
          <PaymentForm form={direct.form} button={`Tip ${direct.sum}`} answer={actionData} />
        </>
      )}
      <LinkButton variant="quiet" wide href={direct?.backHref ?? loaderData.backHref}>
        {direct ? 'Another amount' : 'Not now'}
      </LinkButton>
    </div>
  )
}
