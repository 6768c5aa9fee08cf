import { data, redirect } from 'react-router'
import { NotNow } from '#app/ui/button.tsx'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { canBuyUnlock } from '#app/domain/products/post-unlock/policy.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { checkoutAction, checkoutHeaders, checkoutLoader } from '#app/web/checkout/checkout.server.ts'
import { UnlockOffer } from '#app/web/checkout/unlock-offer.tsx'
import { denyVisit } from '#app/web/checkout/refusals.server.ts'
import { addressAt, type Sale, wayToPay } from '#app/web/checkout/sale.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { backToUnlocked } from '#app/web/post-answer.server.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/unlock-post'

export const handle = {
  audience: 'members',
  policy: { GET: 'checked_by_domain', POST: 'checked_by_domain' },
  title: 'Unlock this Peach',
  screen: { shell: 'focused' },
} satisfies RouteHandle

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const post = await findPostForViewer(actor, params.postId)
  if (!post) notFound()
  const { creator, content } = post
  // A post without a price of its own is opened by access to its creator, never here.
  if (post.price === null) throw redirect(content.open ? to.unlockedPost(post.id) : to.post(post.id), 303)
  const page = content.open ? to.post(post.id) : to.premiumCreator(creator.id)
  const verdict = canBuyUnlock(actor, {
    creatorId: creator.id,
    unlocked: content.open && content.because === 'bought',
    entitled: actor !== null && (await isEntitledTo(actor.id, creator.id)),
    at: now(),
  })
  if (!verdict.allowed)
    throw denyVisit(verdict.reason, {
      entry: subscribeLink('profile', creator.username, 'unlock', { post: post.id }),
      setup: withReturnTo(to.profileSetup, to.unlock(post.id)),
      page,
    })
  if (content.open) throw redirect(page, 303)
  const { wallet, ...checkout } = await checkoutLoader(url, actor!, saleOf(request, post.id, url), post.price)
  return data(
    {
      typeLine: post.typeLine,
      caption: post.caption || post.typeLine,
      preview: content.preview,
      creatorName: creator.displayName,
      creatorShare: 100 - (await settings()).platformFeePercentage,
      price: formatMoney(post.price),
      backHref: page,
      ...checkout,
      // An empty wallet while top-ups are off is not offered.
      wallet: wallet && (wallet.missing === null || wallet.topUp !== null) ? wallet : null,
    },
    { headers: checkoutHeaders(request) },
  )
}

export function action(args: Route.ActionArgs) {
  return checkoutAction(args, saleOf(args.request, args.params.postId, args.url))
}

function saleOf(request: Request, postId: string, url: URL): Sale {
  const path = to.unlock(postId)
  return {
    order: { kind: 'post_unlock', postId },
    from: wayToPay(url),
    address: addressAt(path),
    topUpFor: { intent: 'unlock', post: postId },
    bought: {
      path: backToUnlocked(request, postId),
      title: 'Unlocked',
      description: 'The post is yours for good.',
      tone: 'plain',
    },
  }
}

export default function UnlockPost({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Unlock this Peach</h1>
        <p className="text-muted">
          {loaderData.typeLine} · by {loaderData.creatorName}
        </p>
      </div>
      <UnlockOffer offer={loaderData} answer={actionData} />
      <NotNow href={loaderData.backHref} />
    </div>
  )
}
