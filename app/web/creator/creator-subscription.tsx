import { data, redirect } from 'react-router'
import { findFeeStanding } from '#app/domain/creators/fee-standing.server.ts'
import { endOfNextWeek, type FeeStanding } from '#app/domain/creators/fee-week.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate, showDateTime } from '#app/domain/payments/show-time.ts'
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
import { answerPaymentForm } from '#app/web/payment-door.server.ts'
import { starterOf } from '#app/web/starter.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
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
  let standing: FeeStanding
  let fee: { creatorFeeMinor: bigint; platformFeePercentage: number }
  try {
    ;[standing, fee] = await Promise.all([findFeeStanding(creator.id), settings()])
  } catch (error) {
    log.error({ err: error }, 'a creator\u2019s fee could not be looked up')
    return data<CreatorSubscriptionPage>(
      { state: 'failed', retryHref: url.pathname + url.search },
      { status: 503, headers: PRIVATE },
    )
  }
  const verdict = canPayCreatorFee(creator, standing, renewal)
  const refused = verdict.allowed ? null : refusalOf(verdict.reason, creator)
  const until = endOfNextWeek(standing, now())
  const query = (more: Record<string, string>) => {
    const all = new URLSearchParams({ ...(renewal ? { renew: '1' } : {}), ...more }).toString()
    return all ? `${HOME}?${all}` : HOME
  }
  const starter = starterOf(request)
  const price = formatMoney({ amountMinor: fee.creatorFeeMinor, currency: 'UGX' })
  const changing = url.searchParams.get('change') === '1'
  const paying = url.searchParams.get('pay') === '1' && refused === null
  return data<CreatorSubscriptionPage>(
    {
      state: 'open',
      price,
      days: CREATOR_FEE_DAYS,
      share: 100 - fee.platformFeePercentage,
      chip: chipOf(standing),
      until: until && showDateTime(until),
      refused,
      renewal,
      dialog: paying
        ? {
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
        : null,
    },
    { headers: paying ? { ...PRIVATE, 'set-cookie': starter.cookie } : PRIVATE },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  payingCreator(context.get(actorContext))
  const renewal = url.searchParams.get('renew') === '1'
  return answerPaymentForm(request, context, {
    product: { kind: 'creator_fee', renewal },
    intent: {},
    formAddress: renewal ? `${HOME}?renew=1` : HOME,
    callbackPath: '/creator-subscription-callback',
    failed: CREATOR_FEE_TEXTS.notProcessed.description,
  })
}

/** The creator who is signed in; everybody else is sent where they belong. */
function payingCreator(actor: Actor): Person {
  if (!actor) {
    throw redirectWithToast('/auth?return=creator-subscription', { ...CREATOR_FEE_TEXTS.signInFirst, tone: 'error' })
  }
  if (actor.staffRole) throw redirect('/admin', 303)
  if (actor.userType !== 'creator') throw redirect('/public-feed', 303)
  return actor
}

/** Why this creator can't pay now, to stand at the button; thrown where another page says more. */
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

function chipOf(standing: FeeStanding): { tone: 'warning' | 'success' | 'info'; text: string } | null {
  if (standing.visible && standing.lastEnd)
    return { tone: 'success', text: `Visible until ${showDate(standing.lastEnd)}` }
  if (standing.verification === 'in_review') return { tone: 'info', text: 'In review' }
  return standing.lastEnd ? { tone: 'warning', text: `Ended ${showDate(standing.lastEnd)}` } : null
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
