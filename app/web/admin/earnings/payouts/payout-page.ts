import { avatarPath } from '#app/web/picture.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { payoutNumber, ugxOf } from '#app/domain/payouts/payout.ts'
import { canCancelPayout, canRunPayout } from '#app/domain/payouts/policy.ts'
import { RELEASE_HOURS } from '#app/domain/payouts/schedule.ts'
import type { StaffPayout } from '#app/domain/payouts/staff-queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import { approvalSteps, noticeOf, payoutFacts, staffPayoutChip } from './payout-texts.ts'
import { PAYOUTS, type PayoutDecision } from './texts.ts'

/** Everything that the page of one payout shows to this actor. */
export function payoutPage(actor: Person, payout: StaffPayout, url: URL, totp: boolean) {
  const net = formatMoney(ugxOf(payout.netMinor))
  const mayRun = canRunPayout(actor, payout.creatorId).allowed
  const lost = payout.state === 'unknown' && payout.providerId === null && payout.claimedAt !== null
  const oldEnough = lost && now().getTime() - payout.claimedAt!.getTime() >= RELEASE_HOURS * 3_600_000
  const ended = payout.state === 'failed' || payout.state === 'reversed'
  const may: Record<PayoutDecision, boolean> = {
    approval: payout.approvalDenied === null,
    cancellation: canCancelPayout(actor, payout).allowed,
    retry: mayRun && ended && payout.retriedBy === null,
    release: mayRun && oldEnough,
  }
  const { asked, ...addresses } = itemPage(PAYOUTS, url, payout.id)
  return {
    ...addresses,
    name: payout.creatorName,
    avatar: payout.avatarMediaId && avatarPath(payout.avatarMediaId),
    net,
    title: `Payout ${payoutNumber(payout.number)} to ${payout.creatorName}`,
    chip: staffPayoutChip(payout.state),
    notice: noticeOf(payout, actor.id),
    sums: [
      { label: 'From available earnings', value: formatMoney(ugxOf(payout.grossMinor)) },
      { label: `Payout fee, paid by ${payout.creatorName}`, value: `\u2212 ${formatMoney(ugxOf(payout.feeMinor))}` },
      ...(payout.taxMinor > 0n
        ? [{ label: 'Tax withheld', value: `\u2212 ${formatMoney(ugxOf(payout.taxMinor))}` }]
        : []),
    ],
    ledgerHref: `${toAdmin.ledger}?cause=${payout.id}`,
    facts: payoutFacts(payout),
    account: maskedAccount({
      kind: payout.accountKind,
      bankName: payout.accountBank,
      number: payout.accountNumber,
    }),
    steps: approvalSteps(payout, actor.id),
    isFirstOfTwo: payout.approvalsNeeded > 1 && payout.approvals.length === 0,
    first: payout.approvals[0] ? `${payout.approvals[0].name}, ${showDateTime(payout.approvals[0].at)}` : null,
    may,
    asked: asked && may[asked] ? asked : null,
    asksCode: totp,
  }
}

export type PayoutPage = ReturnType<typeof payoutPage>
