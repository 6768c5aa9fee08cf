import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { SIGN_IN_AFTER_PAYMENT } from '#app/domain/products/return-to.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import type { PaymentDetails, PaymentView } from '#app/domain/purchases/queries.server.ts'
import { REDIRECT_SECONDS } from '#app/domain/settings/constants.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { addressOf } from '#app/target-address.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { messageOf } from '#app/web/catalogue.ts'
import { callbackAction, type CallbackKind, callbackLoader } from '#app/web/checkout/callback.server.ts'
import { CallbackView } from '#app/web/checkout/callback-view.tsx'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { FAN_LOOK } from './callback-look.tsx'
import { beforeAgreements, openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/payment-callback'

export const handle = beforeAgreements(openForm('Payment', { shell: 'focused' }))

const FAN_CALLBACK: CallbackKind = {
  path: to.paymentCallback,
  retryAt: to.fanOnboarding.intro,
  invalid: {
    title: messageOf('callback.no_reference').description,
    text: 'We can\u2019t find this payment. If you paid, the receipt is in your email.',
  },
  inReview: messageOf('callback.not_successful').description,
  checkFailed:
    'We could not reach the payment service just now. If you approved the payment, access opens automatically. Please don\u2019t pay again.',
  recheckFailed: messageOf('payment.not_verified'),
  unpaid: (view, { failureCode }) => {
    const reason = failureCode ? failureText(failureCode) : null
    if (view === 'cancelled')
      return {
        title: messageOf('callback.cancelled').description,
        text: 'We checked with the payment service and found no payment.',
        reason,
        declined: false,
      }
    // The specification's sentence stands where we can't say more than that it failed.
    if (failureCode === 'DECLINED_BY_USER')
      return {
        title: 'You declined the payment. Nothing was charged.',
        text: 'You can try again, or pay another way.',
        reason: null,
        declined: true,
      }
    return {
      title: messageOf('callback.not_successful').description,
      text: 'We checked with the payment service: this payment did not succeed.',
      reason: reason ?? 'The request ran out of time, or you closed the payment page. Nothing was charged.',
      declined: false,
    }
  },
  gone: 'What you paid for is no longer for sale, so we refund the whole amount.',
  hidesUnmatchedPrice: true,
  success: async (payment, actor) => ({
    description: await whatWasGiven(payment, actor),
    until: payment.details?.endsAt ? showDate(payment.details.endsAt) : null,
    email: payment.details?.email ?? null,
    back: null,
    button: 'Continue',
    codeHref: null,
    codeAction: null,
    ...onwardOf(payment, actor),
  }),
}

export const loader = callbackLoader(FAN_CALLBACK)
export const action = callbackAction(FAN_CALLBACK)

/** Where a success continues, and after how many seconds. Paying never signs anyone in. */
function onwardOf({ kind, details }: PaymentView, actor: Actor) {
  const wayBack = details && labelsOf(kind).wayBack(details.returnTo)
  const back = wayBack && { href: addressOf(wayBack.target), meta: wayBack.meta }
  if (!actor && details?.userCreated) {
    const codeHref = withReturnTo(to.signInCode, returnToOf(details))
    return { back, codeHref, codeAction: codeHref, continueHref: null, seconds: null }
  }
  if (!actor) {
    const continueHref = withReturnTo(addressOf(SIGN_IN_AFTER_PAYMENT), returnToOf(details))
    return { back, continueHref, seconds: REDIRECT_SECONDS.toSignIn }
  }
  const next = details && labelsOf(kind).nextPayment(details.facts, details.returnTo)
  if (next)
    return { continueHref: addressOf(next.target), button: `Pay the next ${formatMoney(next.sum)}`, seconds: null }
  return { back, continueHref: afterPayment(details, actor), seconds: REDIRECT_SECONDS.success }
}

/** What was paid for, or null for the standard of a sign-in. */
function returnToOf(details: PaymentDetails | null): string | null {
  const { creator, post, message } = details?.returnTo ?? {}
  return details && (creator || post || message) ? placeAfter(details) : null
}

/** Where the bought thing is, or what it was bought for. */
function placeAfter({ facts, returnTo }: PaymentDetails): string {
  const labels = labelsOf(facts.kind)
  return addressOf(labels.continueAt?.(facts, returnTo) ?? labels.foundAt(facts, returnTo))
}

function afterPayment(details: PaymentDetails | null, actor: NonNullable<Actor>): string {
  if (!actor.profileCompleted) return withReturnTo(to.profileSetup, details && placeAfter(details))
  return details ? placeAfter(details) : to.premiumFeed
}

/** What was bought, in a sentence; null for a pass, which has its own text, and for viewers who may not know. */
async function whatWasGiven({ details, isBuyer }: PaymentView, actor: Actor): Promise<string | null> {
  if (!details) return null
  const labels = labelsOf(details.facts.kind)
  const text = labels.given(details.facts, details.price)
  if (!labels.fillsWallet || !actor || !isBuyer) return text
  return `${text} It holds ${formatMoney(await walletBalance(actor.id))} now.`
}

export default function PaymentCallback({ loaderData }: Route.ComponentProps) {
  return <CallbackView page={loaderData} look={FAN_LOOK} />
}
