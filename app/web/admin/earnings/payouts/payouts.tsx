import { useParams } from 'react-router'
import { avatarPath } from '#app/web/picture.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { payoutNumber, ugxOf } from '#app/domain/payouts/payout.ts'
import { canResumePayouts, canRunPayout } from '#app/domain/payouts/policy.ts'
import {
  countPayouts,
  findLastRun,
  findSendingState,
  listAccountsToCheck,
  listPayableCreators,
  listPayoutsForStaff,
  type PayableCreator,
  type StaffPayoutRow,
} from '#app/domain/payouts/staff-queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { loadQueue, queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { staffPayoutChip } from './payout-texts.ts'
import { PayoutsView } from './payouts-view.tsx'
import { PAYOUTS } from './texts.ts'
import type { Route } from './+types/payouts'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:payouts.run' },
  title: 'Payouts',
} satisfies RouteHandle

/** The payouts, what blocks them, and the creators who can be paid. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const [page, run, sending, accounts, creators] = await Promise.all([
    loadQueue(PAYOUTS, url, params.payoutId, { list: listPayoutsForStaff, count: countPayouts, row: payoutRow }),
    findLastRun(),
    findSendingState(),
    listAccountsToCheck(),
    listPayableCreators(),
  ])
  const within = (path: string) => queueAddress(PAYOUTS, readQueue(PAYOUTS, url), path)
  return {
    page,
    run: run && {
      day: dayOf(run.day),
      net: formatMoney(ugxOf(run.netMinor)),
      done: `${run.done} of ${run.all} done`,
    },
    nextRun: showDateTime(nextRunAt(now())),
    paused: sending.paused,
    halt: sending.halt && { reason: sending.halt.reason, since: showDateTime(sending.halt.trippedAt) },
    resumeHref: canResumePayouts(actor).allowed ? within(to.admin.payoutResumption) : null,
    accounts: accounts.map((account) => ({
      id: account.id,
      about: `${account.creatorName}, ${maskedAccount(account)}, since ${showDateTime(account.confirmedAt)}`,
      name: account.accountName,
      action: canRunPayout(actor, account.creatorId).allowed && {
        accept: to.admin.payoutAccountDecision(account.id, 'acceptance'),
        refuse: to.admin.payoutAccountDecision(account.id, 'refusal'),
      },
    })),
    creators: creators.map((creator) => ({
      id: creator.creatorId,
      name: creator.creatorName,
      avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
      available: formatMoney(ugxOf(creator.availableMinor)),
      blocked: canRunPayout(actor, creator.creatorId).allowed ? ACCOUNTS[creator.account] : 'Your own account',
      href: within(to.admin.creatorPayout(creator.creatorId)),
    })),
  }
}

const dayOf = (day: string) => showDate(new Date(`${day}T09:00:00Z`))

function payoutRow(row: StaffPayoutRow) {
  return {
    name: row.creatorName,
    avatar: row.avatarMediaId && avatarPath(row.avatarMediaId),
    number: payoutNumber(row.number),
    made: row.runDay ? `${dayOf(row.runDay)}, weekly run` : `${showDate(row.createdAt)}, outside the weekly run`,
    net: formatMoney(ugxOf(row.netMinor)).replace('UGX\u00a0', ''),
    status: staffPayoutChip(row.state, row.reason),
  }
}

const ACCOUNTS: Record<PayableCreator['account'], string | null> = {
  ready: null,
  none: 'No payout account',
  waiting: 'Name not checked yet',
  frozen: 'New account, waiting time',
  refused: 'Name not accepted',
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { payoutId } = useParams()
  return <PayoutsView {...loaderData} open={payoutId !== undefined} />
}
