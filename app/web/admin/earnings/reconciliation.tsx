import { data } from 'react-router'
import { findAccount, listAccounts } from '#app/domain/ledger/browse.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { isOwnerAlone } from '#app/domain/approvals/owner-alone.server.ts'
import { CORRECTABLE, isCorrectable } from '#app/domain/reconciliation/correction.ts'
import { differenceText } from '#app/domain/reconciliation/difference.ts'
import { canDeclineCorrection, canPostCorrection } from '#app/domain/reconciliation/policy.ts'
import {
  countDifferences,
  type ListedCorrection,
  type ListedDifference,
  listCorrections,
  listDifferences,
  listRuns,
  type Run,
} from '#app/domain/reconciliation/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { accountName, causeAddress, moneyOf } from './money-texts.ts'
import { answerReconciliation } from '#app/web/admin/earnings/reconciliation-actions.server.ts'
import type { CorrectionForm, DifferenceRow, ReconciliationPage } from './reconciliation-page.ts'
import { ReconciliationView } from './reconciliation-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/reconciliation'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:reconciliation.view', POST: 'staff:reconciliation.view' },
  title: 'Reconciliation',
} satisfies RouteHandle

const PAGE_SIZE = 50
const FILTERS = ['open', 'explained', 'settled'] as const

export async function loader({ url, context }: Route.LoaderArgs): Promise<ReconciliationPage> {
  const actor = context.get(personContext)
  const query = url.searchParams
  const filter = FILTERS.find((known) => known === query.get('filter')) ?? 'open'
  const settling = query.get('settle')
  const after = query.get('after')
  const [counts, rows, gateway, audit, corrections, alone, form] = await Promise.all([
    countDifferences(),
    listDifferences(filter, { after: after && isId(after) ? after : null, limit: PAGE_SIZE + 1 }),
    listRuns('gateway', 1),
    listRuns('audit', 1),
    listCorrections(PAGE_SIZE),
    isOwnerAlone(),
    correctionForm(query.get('correct'), query.get('difference')),
  ])
  return {
    filter,
    filters: FILTERS.map((name) => ({
      name,
      count: counts[name],
      active: name === filter,
      href: `${to.admin.reconciliation}?filter=${name}`,
    })),
    unexplained: counts.unexplained
      .filter((sum) => sum.amountMinor !== 0n)
      .map((sum) => formatMoney(moneyOf(sum.amountMinor, sum.currency))),
    runs: [runTile(gateway[0] ?? null, 'Gateway lists'), runTile(audit[0] ?? null, 'Our books')],
    rows: rows.slice(0, PAGE_SIZE).map((row) => differenceRow(row, settling)),
    further:
      rows.length > PAGE_SIZE ? `${to.admin.reconciliation}?filter=${filter}&after=${rows[PAGE_SIZE - 1]!.id}` : null,
    corrections: corrections.map((one) => correctionRow(one, actor, alone)),
    form,
    settling: settling !== null,
  }
}

function runTile(run: Run | null, what: string): ReconciliationPage['runs'][number] {
  if (!run) return { what, when: null, at: null, failure: null, counts: [] }
  return {
    what,
    when: showDateTime(run.finishedAt ?? run.startedAt),
    at: (run.finishedAt ?? run.startedAt).toISOString(),
    failure: run.failure ?? (run.finishedAt ? null : 'not finished'),
    counts: Object.entries(run.counts).map(([name, count]) => ({
      name: accountName(name),
      count: count.toLocaleString('en-GB'),
    })),
  }
}

function differenceRow(row: ListedDifference, settling: string | null): DifferenceRow {
  const { title, advice } = differenceText(row.kind)
  const entryless = row.kind === 'payment_unclear'
  return {
    id: row.id,
    title,
    advice,
    description: row.description,
    amount: row.amountMinor === null ? null : formatMoney(moneyOf(row.amountMinor, row.currency ?? 'UGX')),
    state: row.state,
    seen: showDateTime(row.firstSeenAt),
    end: row.endedAt && [row.settledBy, showDateTime(row.endedAt)].filter(Boolean).join(', '),
    note: row.note,
    href: entryless ? null : objectAddress(row),
    settleHref:
      row.state === 'open' && row.kind !== 'breach' ? `${to.admin.reconciliation}?settle=${row.id}#d-${row.id}` : null,
    correctHref:
      row.state === 'open' && row.kind !== 'breach' && !entryless
        ? `${to.admin.reconciliation}?correct=new&difference=${row.id}`
        : null,
    settling: settling === row.id,
  }
}

function objectAddress(row: ListedDifference): string | null {
  if (!row.objectKind || !row.objectId) return null
  return causeAddress(row.objectKind, row.objectId) ?? `${to.admin.ledger}?cause=${row.objectId}`
}

function correctionRow(one: ListedCorrection, actor: Person, ownerIsAlone: boolean) {
  const waiting = one.state === 'proposed'
  const post = canPostCorrection(actor, { proposedBy: one.proposedById, ownerId: one.ownerId, ownerIsAlone })
  return {
    id: one.id,
    account: accountName(one.purpose),
    side: one.amountMinor > 0n ? 'Debit' : 'Credit',
    amount: formatMoney(moneyOf(one.amountMinor < 0n ? -one.amountMinor : one.amountMinor, one.currency)),
    reason: one.reason,
    state: one.state,
    proposed: `${one.proposedBy}, ${showDateTime(one.proposedAt)}`,
    decided: one.decidedAt && [one.decidedBy, showDateTime(one.decidedAt)].filter(Boolean).join(', '),
    entryHref: one.entryId && to.admin.ledgerEntry(one.entryId),
    mayPost: waiting && post.allowed,
    waitsFor: waiting && !post.allowed && post.reason === 'approved_before' ? 'A second person must post it.' : null,
    mayDecline: waiting && canDeclineCorrection(actor, { proposedBy: one.proposedById }).allowed,
  }
}

/** The form for a manual entry, with the accounts that may be corrected. */
async function correctionForm(account: string | null, difference: string | null): Promise<CorrectionForm | null> {
  if (account === null) return null
  const own = isId(account) ? await findAccount(account) : null
  const lists = await Promise.all(
    CORRECTABLE.filter((purpose) => purpose !== 'wallet').map((purpose) => listAccounts(purpose, { limit: 2 })),
  )
  const accounts = own && isCorrectable(own.purpose) && own.ownerId !== null ? [own, ...lists.flat()] : lists.flat()
  return {
    chosen: own?.id ?? '',
    difference: difference && isId(difference) ? difference : '',
    accounts: accounts.map((one) => ({
      id: one.id,
      label: [accountName(one.purpose), one.owner, one.currency].filter(Boolean).join(', '),
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const answer = await answerReconciliation(actor, request)
  return answer instanceof Response ? answer : data(answer.page, answer.status)
}

export default function Reconciliation({ loaderData, actionData }: Route.ComponentProps) {
  return <ReconciliationView page={loaderData} answer={actionData ?? null} />
}
