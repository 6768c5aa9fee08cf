import { Outlet, useParams } from 'react-router'
import { z } from 'zod'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
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
import refundsStylesUrl from '#app/web/admin/earnings/refunds/refunds.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { RefundsView } from './refunds-view.tsx'
import { REASONS, STATES } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/refunds'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.view', POST: 'staff:refunds.view' },
  title: 'Refunds',
} satisfies RouteHandle

const HOME = '/admin/earnings/refunds'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: refundsStylesUrl }]

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
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

function filterOf(value: string | null): RefundFilter {
  return REFUND_FILTERS.find((known) => known === value) ?? 'open'
}

const Ask = z.object({ reference: z.string().max(200).default(''), note: z.string().max(5_000).default('') })

/** Support requests a refund for a buyer. The person who requests can't decide. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, Ask)
  if (!form.ok) return data({ error: 'This text is too long', field: null, values: form.values }, 400)
  const values: Record<string, string> = form.value
  const reference = form.value.reference.trim()
  const purchase = reference === '' ? null : await findPurchaseByReference(reference)
  if (!purchase) return data({ error: 'No paid purchase has this reference', field: 'reference', values }, 400)
  const asked = await askForBuyer(actor, { purchaseId: purchase.id, note: form.value.note })
  if (asked.ok)
    return redirectWithToast(`${HOME}/${asked.value.refundId}`, {
      title: 'Request saved',
      description: 'Another person decides about it.',
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
      return { error: 'This is your own purchase. Another person must request the refund.', field: null, status: 403 }
    case 'note_missing':
      return { error: `Write what happened in at least ${NOTE_LENGTH.least} characters`, field: 'note', status: 400 }
    case 'nothing_to_ask':
      return { error: NOTHING[refusal.because], field: 'reference', status: 409 }
    default:
      return unreachable(refusal)
  }
}

const NOTHING = {
  not_paid: 'Nothing was paid for this purchase',
  asked_already: 'This purchase already has an open refund request',
  disputed: 'This payment has a chargeback. It can\u2019t be refunded too',
  nothing_left: 'This payment is already fully refunded',
  week_has_begun: 'The paid week has already started',
} as const

export default function Refunds({ loaderData, actionData }: Route.ComponentProps) {
  const { refundId } = useParams()
  return (
    <RefundsView page={loaderData} answer={actionData ?? null} open={refundId !== undefined}>
      <Outlet />
    </RefundsView>
  )
}
