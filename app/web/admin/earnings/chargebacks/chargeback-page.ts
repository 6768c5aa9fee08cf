import { formatMoney } from '#app/domain/money/money.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import type { ChargebackDetail, Evidence } from '#app/domain/refunds/chargeback-queries.server.ts'
import { accountName } from '../refunds/texts.ts'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import { CHARGEBACKS, chargebackStatus, TIE_LABELS } from './texts.ts'

/** One chargeback as its page shows it. */
export function chargebackPageOf(one: ChargebackDetail, url: URL) {
  return {
    ...itemPage(CHARGEBACKS, url, one.id),
    title: one.amount ? formatMoney(one.amount) : 'Amount unknown',
    status: chargebackStatus(one),
    opened: `Opened ${showDate(one.openedAt)}`,
    due: one.dueAt && one.may.answer ? showDateTime(one.dueAt) : null,
    puzzling: one.puzzling,
    facts: [
      { label: 'At the gateway', value: `${one.gatewayId}, ${one.rawStatus} ${one.stage}`.trim() },
      { label: 'Opened', value: showDateTime(one.openedAt) },
      ...(one.dueAt ? [{ label: 'Answer by', value: showDateTime(one.dueAt) }] : []),
      { label: 'Comment of the bank', value: one.comment || 'None' },
      ...(one.answeredBy
        ? [
            {
              label: 'Our answer',
              value: `${one.answer === 'accept' ? 'Accepted' : 'Contested'} by ${one.answeredBy}`,
            },
            { label: 'Reason', value: one.answerNote },
            {
              label: 'Sent to the gateway',
              value: one.notifiedAt ? showDateTime(one.notifiedAt) : 'Not yet. We try again automatically.',
            },
          ]
        : []),
      ...(one.endedAt ? [{ label: 'Ended', value: showDateTime(one.endedAt) }] : []),
    ],
    bornBy: one.bornBy
      .filter((line) => line.purpose !== 'gateway_clearing')
      .map((line) => ({ label: accountName(line.purpose, line.owner), value: formatMoney(line.amount) })),
    ties: one.ties.map(({ creator, kinds }) => ({
      label: creator,
      value: kinds.map((kind) => TIE_LABELS[kind]).join(', '),
    })),
    spent: one.spent.map(({ creator, amount, reversed }) => ({
      label: creator,
      value: `${formatMoney(amount)}, ${reversed ? `${formatMoney(reversed)} reversed` : 'part kept'}`,
    })),
    evidence: one.evidence ? evidenceOf(one.evidence) : [],
    flagged: one.flagged,
    may: one.may,
  }
}

export type ChargebackPage = ReturnType<typeof chargebackPageOf>

/** The evidence for the bank, to be printed: a heading and a list for each topic. */
function evidenceOf(evidence: Evidence): { title: string; lines: string[] }[] {
  const { purchase, payment, charge, account } = evidence
  const when = (at: Date | null) => (at ? showDateTime(at) : 'never')
  return [
    {
      title: 'Purchase',
      lines: [
        `${purchase.productName}, ${formatMoney(purchase.price)}`,
        `Ordered ${when(purchase.startedAt)} with the email ${purchase.email}`,
        `Completed ${when(purchase.completedAt)}`,
      ],
    },
    {
      title: 'Payment',
      lines: [
        `Reference ${payment.reference}`,
        `${payment.method === 'card' ? 'Card' : 'Mobile money'} of ${payment.name}${payment.phone ? `, ${payment.phone}` : ''}`,
        `Started ${when(payment.startedAt)}, confirmed ${when(payment.settledAt)}`,
        `Charge ${charge.id} at the gateway: ${[charge.paymentType, charge.processorText].filter(Boolean).join(', ')}`,
      ],
    },
    {
      title: 'Account',
      lines: account
        ? [
            `${account.username ?? 'No username'}, since ${when(account.since)}`,
            `Email verified by code: ${when(account.emailProvenAt)}`,
          ]
        : ['None'],
    },
    {
      title: 'Agreed to',
      lines: evidence.consents.map(
        (one) => `${one.document} ${one.version}, ${one.occasion.replaceAll('_', ' ')}, ${when(one.at)}`,
      ),
    },
    {
      title: 'Access given',
      lines: evidence.rights.map(
        (one) => `${one.what}: from ${when(one.from)}${one.until ? ` until ${when(one.until)}` : ''}`,
      ),
    },
    {
      title: 'Used',
      lines: evidence.uses.map((one) => `${showDate(new Date(`${one.day}T09:00:00Z`))}: ${one.creator}`),
    },
    {
      title: 'Signed in',
      lines: evidence.signIns.map(
        (one) =>
          `${when(one.at)}${one.network ? `, network ${one.network}` : ''}${one.userAgent ? `, ${one.userAgent}` : ''}`,
      ),
    },
    {
      title: 'Refunds',
      lines: evidence.refunds.map((one) => `${formatMoney(one.amount)}, ${one.state}, ${when(one.at)}`),
    },
  ].map(({ title, lines }) => ({ title, lines: lines.length > 0 ? lines : ['None'] }))
}
