import { type NotifyingEvent, staffNoticeOf } from '#app/domain/events/registry.ts'
import { addressOf } from '#app/target-address.ts'

type Data = Record<string, unknown>

/** The events whose mails were queued under a template and a kind of news until November 2026. */
const FORMER: Record<string, (data: Data) => NotifyingEvent> = {
  receipt: () => 'purchase_completed',
  refund: ({ state }) =>
    state === 'decided'
      ? 'refund_decided'
      : state === 'to_wallet'
        ? 'refund_paid_to_wallet'
        : state === 'to_earnings'
          ? 'refund_paid_to_earnings'
          : (`refund_${state as 'declined' | 'sent' | 'failed'}` as const),
  payment_disputed: ({ news }) => (news === 'taken_back' ? 'payment_charged_back' : 'payment_dispute_won'),
  pass_reminder: ({ kind }) =>
    kind === 'ended' ? 'pass_ended' : kind === 'not_renewed' ? 'pass_not_renewed' : 'pass_ending',
  creator_subscription_ended: () => 'creator_subscription_refunded',
  export_ready: () => 'export_made',
  security_notice: ({ change }) => change as NotifyingEvent,
  application_decided: ({ decision }) => `application_${decision as 'approved' | 'changes_requested' | 'rejected'}`,
  payout_account_changed: ({ from }) => (from === null ? 'payout_account_set' : 'payout_account_changed'),
  payout_account_refused: () => 'payout_account_name_refused',
  earnings_news: ({ news }) =>
    news === 'refunded' ? 'sale_refunded' : news === 'charged_back' ? 'sale_charged_back' : 'sale_reinstated',
  payout_news: ({ news }) =>
    news === 'refused'
      ? 'payout_account_stopped'
      : `payout_${news as 'completed' | 'failed' | 'reversed' | 'cancelled'}`,
  verification_due: ({ days }) => (days === 0 ? 'verification_expired' : 'verification_due'),
  fee_reminder: () => 'creator_fee_reminded',
  staff_alert: () => 'staff_alerted',
}

const NOBODY = { id: null }

/** The event of a mail that an earlier release queued; null for the mails that are still queued so. */
export function formerEvent(template: string, data: Data): { event: NotifyingEvent; payload: Data } | null {
  if (!Object.hasOwn(FORMER, template)) return null
  const { pathname: path, search } = new URL(typeof data.link === 'string' ? data.link : '/', 'http://localhost')
  const id = path.split('/').at(-1)!
  const known = { buyer: NOBODY, fan: NOBODY, creator: NOBODY, person: NOBODY }
  return {
    event: FORMER[template]!(data),
    payload: {
      ...known,
      ...data,
      opens: path + search,
      purchaseId: id,
      receiptOf: path === addressOf({ kind: 'receipt', id }) ? id : null,
      days: data.kind === 'one_day' ? 1 : 3,
      ...(template === 'staff_alert' ? staffTexts(data) : {}),
    },
  }
}

function staffTexts(data: Data): Data {
  const { one, many, description, todo, by } = staffNoticeOf(String(data.kind))!
  return { staff: [], heading: data.count === 1 ? one : many, description, todo, by }
}
