import { z } from 'zod'
import { listReceipts } from '#app/domain/purchases/receipts.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import subscriptionStylesUrl from '#app/web/fan/subscription.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { receiptRow } from './receipts/receipt-row.ts'
import { loadCreatorRows, loadOwnPass } from '#app/web/fan/subscription-facts.server.ts'
import { SubscriptionView } from './subscription-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { signInFirst } from '#app/web/gates.server.ts'
import type { Route } from './+types/subscription'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: subscriptionStylesUrl }]

const SIGN_IN_FIRST = { title: 'Authentication Required', description: 'Please sign in to subscribe' }

export const handle = {
  audience: 'members',
  policy: {
    GET: { who: 'signed_in', gate: signInFirst(SIGN_IN_FIRST) },
    POST: 'complete',
  },
  title: 'Subscription',
  screen: { shell: 'full', tab: 'profile', backHref: to.profile },
} satisfies RouteHandle

const RECEIPTS = { first: 10, step: 20, max: 500 } as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const asked = Number(url.searchParams.get('receipts') ?? 0)
  const shown = Number.isInteger(asked) ? Math.min(RECEIPTS.max, Math.max(RECEIPTS.first, asked)) : RECEIPTS.first
  const [own, creators, receipts] = await Promise.all([
    loadOwnPass(actor),
    loadCreatorRows(actor),
    listReceipts(actor.id, shown + 1),
  ])
  return {
    ...own,
    creators,
    receipts: receipts.slice(0, shown).map(receiptRow),
    moreHref:
      receipts.length > shown && shown < RECEIPTS.max
        ? `${to.subscription}?receipts=${shown + RECEIPTS.step}#receipts`
        : null,
  }
}

const RenewalForm = z.object({
  intent: z.enum(['wallet', 'cancel', 'resume'], 'This form could not be read.'),
  /** A checkbox: only sent if it is ticked. */
  on: z.string().optional(),
  shown: z.string().max(40).default(''),
})

const MODES = { cancel: 'cancelled', resume: 'by_hand' } as const

/** What happens at the end of the pass. Nothing is paid here. */
export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, RenewalForm)
  if (!form.ok)
    return redirectWithToast(to.subscription, { title: 'Error', description: 'Nothing was changed.', tone: 'error' })
  const { intent, on, shown } = form.value
  const mode = intent === 'wallet' ? (on ? 'automatic' : 'by_hand') : MODES[intent]
  const result = await chooseRenewal(person, {
    mode,
    shownMinor: /^\d{1,18}$/.test(shown) ? BigInt(shown) : null,
    country: countryOfBuyer(person.phone, null),
  })
  if (result.ok) return redirectWithToast(to.subscription, MESSAGES[mode])
  switch (result.refusal.kind) {
    case 'no_pass':
      return redirectWithToast(to.subscription, refused('You have no pass to renew.'))
    case 'not_for_sale':
      return redirectWithToast(
        to.subscription,
        refused('This plan is no longer sold, so it can\u2019t renew by itself.'),
      )
    case 'price_changed':
      return redirectWithToast(to.subscription, refused('The price has changed. Please check it and choose again.'))
    default:
      return unreachable(result.refusal)
  }
}

const MESSAGES = {
  automatic: {
    title: 'Renews from your wallet',
    description: 'Only if your balance is enough, at this price or less.',
  },
  by_hand: { title: 'Saved', description: 'It does not renew by itself.' },
  cancelled: {
    title: 'Renewal is off',
    description: 'Your pass stays active until it ends. We send no reminders.',
  },
} as const

function refused(description: string) {
  return { title: 'Nothing was changed', description, tone: 'error' as const }
}

export default function Subscription({ loaderData }: Route.ComponentProps) {
  return <SubscriptionView {...loaderData} />
}
