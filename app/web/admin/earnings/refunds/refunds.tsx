import { Outlet, useParams } from 'react-router'
import { z } from 'zod'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { type AskForBuyerRefusal, askForBuyer } from '#app/domain/refunds/ask-for-buyer.server.ts'
import {
  countRefunds,
  findPurchaseByReference,
  listRefunds,
  REFUND_FILTERS,
  type RefundFilter,
} from '#app/domain/refunds/queries.server.ts'
import { countOpenChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { unreachable } from '#app/platform/result.ts'
import { data } from 'react-router'
import { parseForm } from '#app/web/forms.server.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import refundsStylesUrl from '#app/web/styles/admin-refunds.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { RefundsView } from './refunds-view.tsx'
import { REASONS, STATES } from './texts.ts'
import type { Route } from './+types/refunds'

const HOME = '/admin/earnings/refunds'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: refundsStylesUrl }]

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Refunds', matches)

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = requireStaff(context, 'refunds.view')
  const filter = filterOf(url.searchParams.get('filter'))
  const [refunds, counts, chargebacks] = await Promise.all([
    listRefunds(filter),
    countRefunds(),
    countOpenChargebacks(),
  ])
  return {
    filter,
    filters: REFUND_FILTERS.map((name) => ({
      name,
      count: counts[name],
      active: name === filter,
      href: `${HOME}?filter=${name}`,
    })),
    rows: refunds.map((refund) => ({
      id: refund.id,
      href: `${HOME}/${refund.id}?filter=${filter}`,
      open: refund.id === params.refundId,
      title: refund.productName,
      about: `${refund.buyer} · ${REASONS[refund.reason]} · ${showDate(refund.askedAt)}`,
      amount: formatMoney(refund.amount),
      state: STATES[refund.state],
    })),
    chargebacks: hasPermission(actor, 'refunds.decide') ? chargebacks : null,
    asking: url.searchParams.has('ask'),
    askHref: `${HOME}?filter=${filter}&ask=1`,
    here: `${HOME}?filter=${filter}`,
  }
}

function filterOf(word: string | null): RefundFilter {
  return REFUND_FILTERS.find((known) => known === word) ?? 'open'
}

const Ask = z.object({ reference: z.string().max(200).default(''), note: z.string().max(5_000).default('') })

/** Support asks for a buyer; whoever asks decides nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireStaff(context, 'refunds.view')
  const form = await parseForm(request, Ask)
  if (!form.ok) return data({ error: 'That is too long', field: null, values: form.values }, 400)
  const values: Record<string, string> = form.value
  const reference = form.value.reference.trim()
  const purchase = reference === '' ? null : await findPurchaseByReference(reference)
  if (!purchase) return data({ error: 'No paid purchase has this reference', field: 'reference', values }, 400)
  const asked = await askForBuyer(actor, { purchaseId: purchase.id, note: form.value.note })
  if (asked.ok)
    return redirectWithToast(`${HOME}/${asked.value.refundId}`, {
      title: 'Request written down',
      description: 'Somebody else decides.',
    })
  const { status, ...answer } = refusalAnswer(asked.refusal)
  return data({ ...answer, values }, status)
}

function refusalAnswer(refusal: AskForBuyerRefusal): { error: string; field: string | null; status: number } {
  switch (refusal.kind) {
    case 'not_found':
      return { error: 'No paid purchase has this reference', field: 'reference', status: 400 }
    case 'not_permitted':
      return { error: 'Your role does not include this.', field: null, status: 403 }
    case 'own_account':
      return { error: 'This is your own purchase: somebody else asks for it.', field: null, status: 403 }
    case 'note_missing':
      return { error: `Say what happened (at least ${NOTE_LENGTH.least} letters)`, field: 'note', status: 400 }
    case 'nothing_to_ask':
      return { error: NOTHING[refusal.because], field: 'reference', status: 409 }
    default:
      return unreachable(refusal)
  }
}

const NOTHING = {
  not_paid: 'Nothing was paid there',
  asked_already: 'A request for it waits already',
  disputed: 'A bank is asking for this payment: it can\u2019t go back twice',
  nothing_left: 'All of it has gone back already',
  week_has_begun: 'The week has begun',
} as const

export default function Refunds({ loaderData, actionData }: Route.ComponentProps) {
  const { refundId } = useParams()
  return (
    <RefundsView page={loaderData} answer={actionData ?? null} open={refundId !== undefined}>
      <Outlet />
    </RefundsView>
  )
}
