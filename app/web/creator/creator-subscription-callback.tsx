import { showDateTime } from '#app/platform/dates.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { PaymentView } from '#app/domain/purchases/queries.server.ts'
import { REDIRECT_SECONDS } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { callbackAction, type CallbackKind, callbackLoader } from '#app/web/checkout/callback.server.ts'
import { CallbackView } from '#app/web/checkout/callback-view.tsx'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { CREATOR_LOOK } from './callback-look.tsx'
import { CREATOR_FEE_TEXTS } from './texts.ts'
import { beforeAgreements, openForm } from '#app/web/page-handle.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import type { Route } from './+types/creator-subscription-callback'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = beforeAgreements(openForm('Payment', { shell: 'focused' }))

const CANT_ASK =
  'We could not reach the payment service just now. If you approved the payment, your week starts automatically. Please don\u2019t pay again.'

const CREATOR_CALLBACK: CallbackKind = {
  path: to.creatorFeeCallback,
  retryAt: to.creatorFee,
  invalid: { title: CREATOR_FEE_TEXTS.failedOrInvalid, text: CREATOR_FEE_TEXTS.dontWorry },
  inReview: CREATOR_FEE_TEXTS.verificationFailed,
  checkFailed: CANT_ASK,
  recheckFailed: { title: CREATOR_FEE_TEXTS.verificationFailed, description: CANT_ASK },
  unpaid: (view, { failureCode }) => ({
    title: view === 'cancelled' ? CREATOR_FEE_TEXTS.cancelled : CREATOR_FEE_TEXTS.failedOrInvalid,
    text: CREATOR_FEE_TEXTS.dontWorry,
    reason: failureCode ? failureText(failureCode) : null,
    declined: false,
  }),
  gone: 'Your page can\u2019t be made visible now, so we refund the whole amount.',
  hidesUnmatchedPrice: false,
  success: async (payment, actor) => ({
    description: null,
    until: payment.details?.endsAt ? showDateTime(payment.details.endsAt) : null,
    email: null,
    back: null,
    button: 'Continue',
    codeHref: null,
    codeAction: null,
    continueHref: continueAt(payment, actor),
    seconds: REDIRECT_SECONDS.creatorSuccess,
  }),
}

export const loader = callbackLoader(CREATOR_CALLBACK)
export const action = callbackAction(CREATOR_CALLBACK)

/** A week that has begun leads to the creator's page; one that waits for approval leads to the status page. */
function continueAt({ details }: PaymentView, actor: Actor): string {
  if (!actor) return withReturnTo(to.signIn, to.creatorFee)
  if (details && details.endsAt === null) return to.dashboard
  return actor.username ? to.creator(actor.username) : to.profileSetup
}

export default function CreatorSubscriptionCallback({ loaderData }: Route.ComponentProps) {
  return <CallbackView page={loaderData} look={CREATOR_LOOK} />
}
