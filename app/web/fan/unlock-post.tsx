import { data, redirect } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import { canBuyUnlock } from '#app/domain/purchases/policy.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { BalanceForm } from '#app/web/checkout/balance-form.tsx'
import { PaymentForm, type PaymentFormErrors } from '#app/web/checkout/payment-form.tsx'
import { answerBalanceForm, walletOffer } from '#app/web/balance-checkout.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { withReturn } from '#app/web/return-route.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/unlock-post'

export const handle = { shell: 'focused' } satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const post = await findPostForViewer(actor, params.postId)
  if (!post || post.price === null) throw new Response('Not found', { status: 404 })
  const page = `/gal/${post.creator.id}`
  const { creator } = post
  const verdict = canBuyUnlock(actor, {
    creatorId: creator.id,
    unlocked: post.content.open && post.content.because === 'bought',
    entitled: actor !== null && (await isEntitledTo(actor.id, creator.id)),
    at: now(),
  })
  if (!verdict.allowed) throw refusalAnswer(verdict.reason, post.id, creator.username, page)
  if (post.content.open) throw redirect(page, 303)

  const changing = url.searchParams.get('change') === '1'
  const checkout = checkoutSessionOf(request)
  const address = `/posts/${post.id}/unlock`
  const directly = `${address}?pay=direct`
  const wallet =
    url.searchParams.get('pay') === 'direct' || changing
      ? null
      : await walletOffer(actor!, post.price, requestFor(post.id))
  return data(
    {
      typeLine: post.typeLine,
      caption: post.caption || post.typeLine,
      preview: post.content.preview,
      creatorName: creator.displayName,
      creatorShare: 100 - (await settings()).platformFeePercentage,
      price: formatMoney(post.price),
      priceMinor: post.price.amountMinor.toString(),
      mobileMoney: post.price.currency === 'UGX',
      closeHref: page,
      // An empty wallet while top-ups are off is not offered.
      wallet: wallet && (wallet.missing === null || wallet.topUp !== null) ? wallet : null,
      walletAction: `${address}?pay=wallet`,
      directHref: directly,
      action: changing ? `${directly}&change=1` : directly,
      attempt: randomToken(),
      payer: {
        name: actor!.displayName ?? '',
        email: actor!.email,
        changeHref: changing || !actor!.displayName ? null : `${directly}&change=1`,
      },
      phone: actor!.phone ?? '',
    },
    { headers: { 'set-cookie': checkout.cookie, 'cache-control': 'private, no-store' } },
  )
}

/** Redirects people who can't buy it to what they need first, with the way back. */
function refusalAnswer(
  reason: Extract<ReturnType<typeof canBuyUnlock>, { allowed: false }>['reason'],
  postId: string,
  username: string,
  page: string,
): Response {
  switch (reason) {
    case 'sign_in_required':
    case 'pass_required':
      return redirect(subscribeLink('profile', username, 'unlock', postId), 303)
    case 'profile_incomplete':
      return redirect(withReturn('/profile-setup', `return=unlock&post=${postId}`), 303)
    case 'already_unlocked':
    case 'own_post':
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

export function action({ request, url, params, context }: Route.ActionArgs) {
  const product = { kind: 'post_unlock', postId: params.postId } as const
  const formAddress = `/posts/${encodeURIComponent(params.postId)}/unlock`
  if (url.searchParams.get('pay') !== 'wallet')
    return answerPaymentForm(request, context, { product, intent: {}, formAddress })
  return answerBalanceForm(request, context, {
    product,
    intent: {},
    formAddress,
    // Its own page redirects to the opened post.
    bought: () =>
      redirectWithToast(formAddress, { title: 'Unlocked', description: 'The post is yours for good.', tone: 'plain' }),
  })
}

/** Where a top-up for this post leads back to. */
function requestFor(postId: string): Intent {
  return { intent: 'unlock', post: postId }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Unlock this Peach', matches)
}

export default function UnlockPost({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, price, creatorName } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Unlock this Peach</h1>
        <p className="text-muted">
          {loaderData.typeLine} · by {creatorName}
        </p>
      </div>
      <Card className="post-card">
        <div className="post-media post-media-low">
          {preview && <img src={preview} alt="" width={26} height={32} decoding="async" />}
          <div className="locked-overlay">
            <span className="locked-sign">
              <Icon name="lock" />
            </span>
          </div>
        </div>
      </Card>
      <div className="row row-between">
        <div>
          <p className="text-h3">{loaderData.caption}</p>
          <p className="text-muted">Yours for good</p>
        </div>
        <p className="money money-large">{price}</p>
      </div>
      <HowToPay page={loaderData} answer={actionData ?? null} />
      <LinkButton variant="quiet" wide href={loaderData.closeHref}>
        Not now
      </LinkButton>
    </div>
  )
}

type Answer = { errors: PaymentFormErrors; values: Record<string, string> }

/** Paid from the wallet if that is offered, else by mobile money or card. */
function HowToPay({ page, answer }: { page: Route.ComponentProps['loaderData']; answer: Answer | null }) {
  const { price, wallet } = page
  const terms = `${page.creatorName} gets ${page.creatorShare}%. If the post can’t be shown to you, you get a refund.`
  if (wallet)
    return (
      <BalanceForm
        action={page.walletAction}
        offer={wallet}
        button={`Unlock for ${price}`}
        errors={answer?.errors ?? null}
        note={terms}
        directHref={page.directHref}
      />
    )
  return (
    <PaymentForm
      action={page.action}
      button={`Unlock for ${price}`}
      attempt={answer?.values.attempt || page.attempt}
      shownMinor={page.priceMinor}
      mobileMoney={page.mobileMoney}
      payer={page.payer}
      values={answer?.values ?? { phone: page.phone }}
      errors={answer?.errors ?? null}
      note={terms}
    />
  )
}
