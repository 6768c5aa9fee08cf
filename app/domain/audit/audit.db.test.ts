import { beforeAll, describe, expect, test } from 'vitest'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { ENTRY_PRINT, LINES_OF_ENTRY, PRINTS_OF_SEAL } from '#app/domain/ledger/entry-print.ts'
import { sealAllEntries } from '#app/domain/ledger/seal-entries.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { reconcilePayments } from '#app/domain/purchases/reconcile-payments.server.ts'
import { listDifferences } from '#app/domain/reconciliation/queries.server.ts'
import { shareWeeks } from '#app/domain/shares/share-weeks.server.ts'
import { dayOf } from '#app/domain/usage/day.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { placeTestHold } from '#tests/support/holds.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { auditBooks } from './audit-books.server.ts'
import { INVARIANTS } from './invariants/index.ts'
import { runAudit } from './run-audit.server.ts'
import { listing } from '#tests/support/listing.ts'

const fixture = usePaymentFixture({ max: 8 })

/**
 * A small consistent history: a pass and a top-up through the gateway, a week of shares, an unlock and a tip from the wallet, a hold, a
 * grant by the owner.
 */
beforeAll(async () => {
  const boss = await fixture.person({ userType: 'owner', staffRole: 'owner' })
  const fan = await fixture.person()
  for (const product of [
    { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false },
    { kind: 'wallet_top_up', amountMinor: 20_000_000n, restMinor: 0n },
  ] as const) {
    const started = await placeOrder(fan, { ...aStart({ email: fan.email }), product })
    if (!started.ok) throw new Error(JSON.stringify(started.refusal))
    await fixture.pay(started.value.reference, 'approve')
    await fixture.settled()
  }
  const { postId, creatorId } = await fixture.lockedPost(2_500_000n)
  // The first days of the pass are shared among the creators that the fan has used.
  await fixture
    .owner()
    .query('insert into creator_uses (fan_id, creator_id, day) values ($1, $2, $3)', [fan.id, creatorId, dayOf(now())])
  await fixture.advance(8 * 86_400)
  await reconcilePayments()
  await shareWeeks()
  await sealAllEntries()
  for (const product of [
    { kind: 'post_unlock', postId },
    { kind: 'tip', creatorId, amountMinor: 1_000_000n, message: '', postId: null, context: 'profile', named: true },
  ] as const) {
    const paid = await placeOrder(fan, {
      product,
      from: 'wallet',
      returnTo: {},
      attempt: randomToken(),
      shownMinor: null,
    })
    if (!paid.ok) throw new Error(JSON.stringify(paid.refusal))
  }
  await placeTestHold(fan.id, { amountMinor: 500_000n, currency: 'UGX' }, { minutes: 24 * 60 })
  await fixture
    .owner()
    .query(`insert into user_access (id, user_id, granted_by, reason) values ($1, $2, $3, 'for a good reason')`, [
      newId(),
      fan.id,
      boss.id,
    ])
  // The chain has at least two seals.
  await sealAllEntries()
})

/** The breaches that a check finds after statements that no command and no constraint would have allowed; all of it is rolled back. */
async function breachesAfter(plant: string, name: string): Promise<string[]> {
  const owner = fixture.owner()
  await owner.query('begin')
  try {
    // Without triggers and references: as a damaged page, a wrong restore or a manual change in the database would leave it.
    await owner.query('set local session_replication_role = replica')
    await owner.query(plant)
    const found: string[] = []
    for (const { sql } of INVARIANTS.filter((one) => one.name === name))
      for (const { subject, detail } of (await owner.query<{ subject: string; detail: string }>(sql)).rows)
        found.push(detail, `${subject}: ${detail}`)
    return found
  } finally {
    await owner.query('rollback')
  }
}

const ID = `'01999999-0000-7000-8000-000000000001'`
const OTHER_ID = `'01999999-0000-7000-8000-000000000002'`
const SOME = (table: string, column = 'id') => `(select ${column} from ${table} limit 1)`
const FAN = `(select buyer_id from purchases where kind = 'pass' limit 1)`
const CREATOR = `(select profile_id from creators limit 1)`

const OF_PASS = `from gateway_charges c join transactions t on t.id = c.transaction_id join purchases p on p.id = t.purchase_id where p.kind = 'pass'`

/** A custom request that refers to the hold. */
function request(state: 'asked' | 'delivered', price = 'h.amount_minor'): string {
  const at = state === 'delivered' ? 'app_now()' : 'null'
  return `insert into custom_requests (id, fan_id, creator_id, attempt, kind, words, wanted_by, price_minor, state, hold_id, asked_at, answer_by,
      deliver_by, accepted_at, closed_at)
    select h.cause_id, h.owner_id, ${CREATOR}, 'planted', 'photo', 'planted', '2030-01-01', ${price}, '${state}', h.id, app_now(), app_now() + interval '2 days',
      app_now() + interval '9 days', ${at}, ${at} from wallet_holds h`
}

/** A chat message that refers to somebody else's entry. */
function message(): string {
  return `insert into chat_threads (id, creator_id, fan_id, last_seq) values (${ID}, ${CREATOR}, ${FAN}, 1);
    insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, price_minor, net_minor, entry_id, sent_at)
    values (${OTHER_ID}, ${ID}, 1, ${FAN}, ${ID}, 'planted', 500000, 400000, ${SOME('journal_entries')}, app_now())`
}

type Plant = [name: string, plant: string, description?: RegExp]

/** At least one breach for every check; with descriptions, where a check covers several things. */
const PLANTS: Plant[] = [
  [
    'entries-balance',
    `update postings set amount_minor = amount_minor + 100 where line = 1 and entry_id = ${SOME('journal_entries')}`,
  ],
  ['entries-have-lines', `delete from postings where entry_id = ${SOME('journal_entries')}`],
  ['entries-have-lines', `update postings set currency = 'USD' where entry_id = ${SOME('journal_entries')}`],
  [
    'balances-not-negative',
    `update ledger_balances set guarded = false, balance_minor = 100 where account_id = (select id from ledger_accounts where purpose = 'wallet')`,
  ],
  [
    'balances-are-sums',
    `update ledger_balances set balance_minor = balance_minor - 100 where account_id = (select id from ledger_accounts where purpose = 'wallet')`,
  ],
  [
    'balances-are-sums',
    `insert into ledger_unfolded select entry_id, line + 100, account_id, amount_minor from postings limit 1`,
  ],
  ['charges-booked-once', `update gateway_charges set amount_minor = amount_minor + 100`],
  ['charges-booked-once', `delete from gateway_charges`],
  [
    'charges-booked-once',
    `update journal_entries set idempotency_key = 'other' || idempotency_key where idempotency_key like 'charge:%'`,
  ],
  ['seals-are-valid', `update postings set amount_minor = amount_minor * 2`, /were changed since/],
  [
    'seals-are-valid',
    `update postings set account_id = ${SOME('ledger_accounts')} where line = 1`,
    /were changed since/,
  ],
  [
    'seals-are-valid',
    `delete from postings where line = 2 and entry_id = ${SOME('ledger_sealed', 'entry_id')}`,
    /were changed/,
  ],
  [
    'seals-are-valid',
    `update journal_entries set happened_at = happened_at + interval '1 microsecond'`,
    /were changed since/,
  ],
  ['seals-are-valid', `update journal_entries set cause_id = ${ID}`, /were changed since/],
  [
    'seals-are-valid',
    `delete from ledger_sealed where entry_id = ${SOME('ledger_sealed', 'entry_id')}`,
    /were changed since/,
  ],
  ['seals-are-valid', `delete from ledger_sealed`, /were changed since/],
  [
    'seals-are-valid',
    `delete from postings where entry_id = ${SOME('ledger_sealed', 'entry_id')};
     delete from journal_entries where id = ${SOME('ledger_sealed', 'entry_id')}`,
    /and is gone$/,
  ],
  // Recomputing the seal of a changed entry requires recomputing all that follow.
  [
    'seals-are-valid',
    sealedAnew(`update postings set amount_minor = amount_minor * 2`),
    /^seal 2: its \d+ entries, or/,
  ],
  ['seals-are-valid', `delete from ledger_seals where seal_no = 1`, /^seal 2: the seal before it is missing$/],
  ['seals-are-valid', `delete from ledger_seals where seal_no = 2`, /^seal 2: it is gone/],
  [
    'entries-are-sealed',
    `insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
     values (${ID}, 'planted', 'planted', '', 'planted', ${ID}, app_now())`,
    /^1 entries wait/,
  ],
  [
    'subscribers-have-rights',
    `insert into creator_subscribers values (${CREATOR}, ${CREATOR})`,
    /counted without a right/,
  ],
  ['subscribers-have-rights', `insert into follows values (${FAN}, ${CREATOR})`, /is not counted/],
  ['counts-are-true', `update creators set follower_count = follower_count + 1`, /^followers: \d+ are stored/],
  ['counts-are-true', `update creators set subscriber_count = subscriber_count + 1`, /^subscribers: \d+ are stored/],
  [
    'counts-are-true',
    `insert into creator_audience_days values (${CREATOR}, '2020-01-01', 0, 1)`,
    /^subscribers by day: \d+ are stored/,
  ],
  [
    'counts-are-true',
    `insert into creator_audience_days values (${CREATOR}, '2020-01-01', 1, 0)`,
    /^followers of 2020/,
  ],
  ['counts-are-true', `update posts set tip_count = tip_count + 1`, /^tips: /],
  ['counts-are-true', `update posts set unlock_count = unlock_count + 1`, /^unlocks: /],
  ['counts-are-true', `update posts set tipped_minor = tipped_minor + 100`, /^money of tips: /],
  [
    'counts-are-true',
    `insert into earning_days values (${CREATOR}, '2020-01-01', 'tip', 1, 100, 20, 80)`,
    /^earnings of 2020-01-01 from tip: 80 are stored/,
  ],
  [
    'counts-are-true',
    `insert into post_earning_days values (${SOME('posts')}, '2020-01-01', 1, 80)`,
    /^earnings of the post of 2020-01-01: 80 are stored/,
  ],
  ['counts-are-true', `update earnings set summed = true`, /^earnings of .+: 0 are stored/],
  [
    'subscribers-are-counted-in-time',
    `update subscriber_rechecks set due_at = app_now() - interval '2 hours'`,
    /due since/,
  ],
  ['rights-are-paid', `update purchases set state = 'open' where kind = 'pass'`],
  ['rights-are-paid', `update unlocks set user_id = ${CREATOR}`],
  [
    'rights-are-paid',
    `insert into refunds (id, purchase_id, amount_minor, currency, reason, state) select ${ID}, id, 100, 'UGX', 'asked', 'completed' from purchases where kind = 'post_unlock'`,
  ],
  [
    'rights-are-paid',
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at) values (${ID}, ${CREATOR}, 'creator_fee', ${ID}, app_now(), app_now() + interval '1 day')`,
  ],
  ['rights-match-payments', `update subscriptions set status = 'refunded'`, /^pass /],
  ['rights-match-payments', `update unlocks set revoked_at = app_now()`, /^post_unlock /],
  ['rights-match-payments', `update tips set removed_at = app_now()`, /^tip /],
  [
    'rights-match-payments',
    `insert into creator_fee_weeks (id, creator_id, purchase_id, amount_minor, currency, paid_at, refunded_at) values (${ID}, ${CREATOR}, ${SOME('purchases')}, 100, 'UGX', app_now(), app_now())`,
    /^creator_fee /,
  ],
  [
    'rights-match-payments',
    `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at, status, ended_early_at)
     values (${ID}, ${FAN}, ${CREATOR}, ${SOME('purchases')}, 100, app_now(), app_now() + interval '30 days', 'refunded', app_now())`,
    /^creator_subscription /,
  ],
  ['purchases-are-paid', `update gateway_charges set outcome = 'none'`],
  ['purchases-are-paid', `update purchases set paid_from = 'wallet' where kind = 'pass'`],
  ['payments-grant-rights', `delete from subscriptions`],
  ['payments-grant-rights', `delete from tips`],
  ['grants-are-authorised', `update user_access set granted_by = null`],
  ['grants-are-authorised', `update user_access set granted_by = ${FAN}`],
  [
    'fees-add-up',
    `update earnings set fee_minor = fee_minor + 100, net_minor = net_minor - 100 where source = 'unlock'`,
    /rate 2000$/,
  ],
  [
    'fees-add-up',
    `update earnings set gross_minor = gross_minor / 2, fee_minor = fee_minor / 2, net_minor = net_minor / 2 where source = 'unlock'`,
    /^it is of 1250000 UGX, paid were 2500000$/,
  ],
  ['earnings-are-booked', `delete from earnings where source = 'tip'`],
  [
    'earnings-are-booked',
    `update earnings set gross_minor = gross_minor + 100, net_minor = net_minor + 100 where source = 'tip'`,
  ],
  ['pending-balances', `update earnings set pending_used_minor = 100 where source = 'tip'`],
  ['earning-reversals', `update earnings set reversed_minor = 100 where source = 'tip'`],
  ['pass-pool', aRun('common_pool')],
  ['pass-pool', `update share_runs set carried_out_minor = 100`],
  ['pass-shares-due', aRun('per_pass')],
  ['pass-shares-due', `update share_payments set entry_id = null`],
  ['breakage', `update share_runs set breakage_minor = 100`],
  ['breakage', `update subscriptions set breakage_minor = 100, breakage_refunded_minor = 100`],
  [
    'shares-add-up',
    `insert into share_runs (id, week, state, fee_basis_points, gross_minor, fee_minor, carried_in_minor, carried_in_fee_minor, carried_out_minor, checksum, done_at)
     values (${ID}, '2020-01-06', 'done', 2000, 1000, 200, 0, 0, 700, 'x', app_now())`,
  ],
  ['share-lines-kept', `update share_lines set weight = weight + 1`],
  ['share-lines-kept', `update share_lines set pass_id = ${ID}`],
  ['share-lines-kept', `delete from share_lines`],
  ['share-lines-add-up', `update share_lines set net_minor = net_minor - 100`, /^shared \d+ and \d+ of/],
  ['share-lines-add-up', `update share_lines set fee_minor = fee_minor + 100`, /^shared \d+ and \d+ of/],
  ['share-lines-add-up', `update share_lines set basis = 'followed'`, /^shared \d+ and \d+ of/],
  ['share-lines-add-up', `delete from share_lines`, /^shared 0 and 0 of \d+/],
  ['share-lines-add-up', `delete from share_passes`, /^shared \d+ and \d+ of 0/],
  ['share-lines-add-up', `update share_runs set carried_out_minor = 100`, /^of the pool/],
  ['share-lines-add-up', `update share_runs set carried_out_fee_minor = 100`, /^of the pool/],
  [
    'share-lines-add-up',
    `insert into share_lines select run_id, null, creator_id, 'common', 1, 0, 100 from share_lines`,
    /^of the pool/,
  ],
  ['share-lines-add-up', `update share_runs set gross_minor = gross_minor + 100`, /^it shared/],
  ['share-lines-add-up', `update share_runs set fee_minor = fee_minor - 100 where gross_minor > 0`, /^it shared/],
  ['share-lines-add-up', `update share_runs set breakage_minor = 100`, /^it shared/],
  ['share-lines-add-up', `update share_payments set net_minor = net_minor + 100`, /the lines say/],
  ['share-lines-add-up', `update share_payments set fee_minor = fee_minor + 100`, /the lines say/],
  ['share-lines-add-up', `delete from share_payments`, /the lines say/],
  ['share-lines-add-up', `delete from earnings where source = 'pass_share'`, /, earned 0 and 0$/],
  ['passes-add-up', `update subscriptions set earned_minor = earned_minor + 100`, /^it earned/],
  ['passes-add-up', `update subscriptions set kept_minor = kept_minor + 100`, /^it earned/],
  ['passes-add-up', `update subscriptions set breakage_minor = 100`, /^it earned/],
  ['passes-add-up', `delete from subscriptions`, /^it earned 0/],
  [
    'passes-add-up',
    `update share_passes set kept_before_minor = kept_before_minor + 100, kept_minor = kept_minor + 100`,
    /^it began with/,
  ],
  [
    'passes-add-up',
    `update share_passes set breakage_minor = gross_minor, gross_minor = 0, fee_minor = 0, basis = 'none'`,
    /before its end$/,
  ],
  ['passes-add-up', `update share_passes set fan_id = ${CREATOR}`, /^it is .* use$/],
  ['passes-add-up', `update purchases set amount_minor = 0, paid_from = 'nothing'`, /^it is .* use$/],
  ['shares-go-by-use', `update creator_uses set fan_id = ${ID}`, /^shared for 1 days, used on 0$/],
  ['shares-go-by-use', `update creator_uses set day = day - 30`, /^shared for 1 days, used on 0$/],
  ['shares-go-by-use', `update subscriptions set starts_at = starts_at + interval '2 days'`, /, used on 0$/],
  ['share-fees', `update share_runs set fee_basis_points = 1000`, /its rate is 2000$/],
  ['share-fees', `update share_runs set carried_in_minor = 100`, /^it began with/],
  ['share-fees', `update share_runs set carried_in_fee_minor = 100`, /^it began with/],
  ['share-fees', `update share_passes set fee_minor = fee_minor - 100 where gross_minor > 0`, /^shared \d+ with a fee/],
  [
    'share-fees',
    `insert into share_fans select run_id, fan_id, gross_minor, fee_minor - 100 from share_passes where gross_minor > 0`,
    /^earned \d+ with a fee/,
  ],
  ['deferred-pass-revenue', `update subscriptions set earned_minor = earned_minor + 100`],
  ['deferred-pass-revenue', `update subscriptions set kept_minor = kept_minor + 100`],
  ['deferred-pass-revenue', `update subscriptions set status = 'refunded', refunded_minor = 100`],
  [
    'deferred-creator-fees',
    `insert into creator_fee_weeks (id, creator_id, purchase_id, amount_minor, currency, paid_at) values (${ID}, ${CREATOR}, ${SOME('purchases')}, 100, 'UGX', app_now())`,
  ],
  [
    'deferred-creator-subscriptions',
    `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at)
     values (${ID}, ${FAN}, ${CREATOR}, ${SOME('purchases')}, 100, app_now(), app_now() + interval '30 days')`,
  ],
  [
    'refunds-payable',
    `insert into refunds (id, purchase_id, amount_minor, currency, reason, state) values (${ID}, ${SOME('purchases')}, 100, 'UGX', 'asked', 'requested')`,
  ],
  ['holds', `update wallet_holds set amount_minor = amount_minor + 100`],
  ['requests-match-holds', request('asked', '100'), /^it is asked for 100, its hold is held with 500000$/],
  [
    'requests-match-holds',
    `update wallet_holds set cause_kind = 'custom_request'; ${request('delivered')}`,
    /^it is delivered for 500000, its hold is held/,
  ],
  ['requests-match-holds', request('delivered'), /^it is delivered and has 0 earnings$/],
  ['requests-match-holds', `update wallet_holds set cause_kind = 'custom_request'`, /it is held for no request$/],
  ['messages-are-paid', message(), /^it cost 500000, its entry took/],
  ['messages-are-paid', message(), /^it is paid and has 0 earnings$/],
  ['messages-are-paid', `${message()}; update chat_threads set last_seq = 2`, /^it counts 2 messages and has 1$/],
  ['messages-are-paid', `update journal_entries set kind = 'message_paid'`, /^it pays for no message$/],
  ['payouts-in-transit', payout('pending')],
  ['payouts-paid-once', payout('completed'), /^it is completed and its entries/],
  [
    'payouts-paid-once',
    `${payout('completed')}; insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
     values (${ID}, 'payout_completed', 'payout:' || ${ID} || ':scheduled', '', 'payout', ${ID}, app_now())`,
    /^it is completed and its entries/,
  ],
  [
    'payouts-paid-once',
    `${payout('sent')}; ${payout('sent', OTHER_ID)}; update payouts set provider_id = 'the same'`,
    /^2 payouts share the transfer/,
  ],
  ['payouts-paid-once', payout('completed'), /^paid out 1000 of 0 cleared$/],
  ['payouts-paid-once', `${payout('completed')}; ${owes('refund')}`, /^paid out 1000 of 0 cleared$/],
  [
    'payouts-paid-once',
    `${payout('sent')}; update payouts set approvals_needed = 2`,
    /^it left with 0 of 2 approvals$/,
  ],
  [
    'promo-codes',
    `insert into promo_codes (id, code, discount_percentage, usage_count) values (${ID}, 'PLANTED', 10, 1)`,
  ],
  [
    'refunds-within-payments',
    `insert into refunds (id, purchase_id, amount_minor, currency, reason, state) select ${ID}, id, amount_minor + 100, 'UGX', 'asked', 'requested' from purchases where kind = 'tip'`,
    /^paid \d+, returned/,
  ],
  [
    'refunds-within-payments',
    refundOfCharge('c.amount_minor + 100', 'requested'),
    /refunded 18000100, charged back 0$/,
  ],
  ['refunds-within-payments', refundOfCharge('100', 'completed'), /did not leave$/],
  ['refunds-within-payments', chargeback('c.amount_minor + 100'), /refunded 0, charged back 18000100$/],
  [
    'refunds-within-payments',
    `${refundOfCharge('100', 'requested')}; ${chargeback('c.amount_minor')}`,
    /refunded 100, charged back 18000000$/,
  ],
  [
    'refunds-within-payments',
    `${refundOfCharge('c.amount_minor + 100', 'requested')}; ${chargeback('100')}; update chargebacks set puzzling = 'a person knows'`,
    /refunded 18000100, charged back 100$/,
  ],
  ['spent-money-charged-back', `${chargeback('100')}; ${covered(80)}`, /^the reversal of the earning is another one$/],
  [
    'spent-money-charged-back',
    `${chargeback('100')}; ${covered(0)};
     insert into chargeback_ties (chargeback_id, creator_id, kind) select chargeback_id, creator_id, 'same_device' from chargeback_spendings`,
    /^a tied creator has kept their part$/,
  ],
  [
    'nothing-overdue',
    `update transactions set next_check_at = app_now() - interval '2 hours'`,
    /^payment .* asked about/,
  ],
  [
    'nothing-overdue',
    `update webhook_events set state = 'received', next_attempt_at = app_now() - interval '2 hours'`,
    /^webhook /,
  ],
  ['nothing-overdue', `update earnings set available_at = app_now() - interval '2 hours'`, /^earning /],
  [
    'nothing-overdue',
    `update wallet_holds set placed_at = app_now() - interval '9 hours', expires_at = app_now() - interval '2 hours'`,
    /^hold /,
  ],
  [
    'nothing-overdue',
    `${request('asked')}; update custom_requests set asked_at = asked_at - interval '9 hours', answer_by = app_now() - interval '2 hours'`,
    /^custom request /,
  ],
  [
    'nothing-overdue',
    `update transactions set status = 'pending', next_check_at = null, created_at = app_now() - interval '9 days'`,
    /^payment .* nobody asks$/,
  ],
  [
    'nothing-overdue',
    `insert into refunds (id, purchase_id, amount_minor, currency, reason, state, created_at) values (${ID}, ${SOME('purchases')}, 100, 'UGX', 'asked', 'requested', app_now() - interval '2 hours')`,
    /^refund /,
  ],
  ['nothing-overdue', `${payout('sent')}; update payouts set claimed_at = app_now() - interval '2 hours'`, /^payout /],
  [
    'nothing-overdue',
    `insert into creator_fee_weeks (id, creator_id, purchase_id, amount_minor, currency, paid_at, starts_at, ends_at)
     values (${ID}, ${CREATOR}, ${SOME('purchases')}, 100, 'UGX', app_now(), app_now() - interval '8 days', app_now() - interval '2 hours')`,
    /^creator week /,
  ],
  [
    'nothing-overdue',
    `update share_runs set state = 'split', done_at = null, checksum = null, started_at = app_now() - interval '2 hours'`,
    /^week of shares /,
  ],
  [
    'nothing-overdue',
    `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at, next_earning_day)
     values (${ID}, ${FAN}, ${CREATOR}, ${SOME('purchases')}, 100, app_now() - interval '9 days', app_now() + interval '21 days', app_now()::date - 3)`,
    /^day of subscriptions /,
  ],
  ['nothing-failed', `update webhook_events set state = 'received', next_attempt_at = null`, /^webhook /],
  ...['send_email', 'deliver_event', 'deliver_mail', 'mail_deletion_link', 'process_webhook_event'].flatMap(
    (name): Plant[] => [
      ['nothing-failed', job(name, `'failed', now(), now() - interval '6 days'`), new RegExp(`^job ${name}`)],
      ['jobs-are-processed', job(name, `'created', now() - interval '2 hours', null`), new RegExp(`^job ${name}`)],
      ['jobs-are-processed', job(name, `'retry', now() - interval '2 hours', null`), new RegExp(`^job ${name}`)],
    ],
  ),
]

function aRun(rule: string): string {
  return `insert into share_runs (id, week, rule, state, fee_basis_points, gross_minor, fee_minor, carried_in_minor, carried_in_fee_minor)
    values (${ID}, '2020-01-06', '${rule}', 'split', 2000, 1000, 200, 0, 0)`
}

function refundOfCharge(amount: string, state: string): string {
  return `insert into refunds (id, purchase_id, transaction_id, gateway, provider_id, amount_minor, currency, reason, state)
    select ${ID}, p.id, t.id, c.gateway, c.provider_id, ${amount}, 'UGX', 'asked', '${state}' ${OF_PASS}`
}

function chargeback(amount: string): string {
  return `insert into chargebacks (id, gateway, chargeback_id, provider_id, transaction_id, purchase_id, account_id, amount_minor, currency, status, raw_status, opened_at, entry_id)
    select ${ID}, c.gateway, 'planted', c.provider_id, t.id, p.id, p.buyer_id, ${amount}, 'UGX', 'initiated', 'initiated', app_now(), ${SOME('journal_entries')} ${OF_PASS}`
}

/** The planted chargeback covers a part of an earning, of which this was reversed. */
function covered(reversedMinor: number): string {
  return `insert into chargeback_spendings (chargeback_id, earning_id, creator_id, amount_minor, reversed_minor)
    select ${ID}, id, creator_id, 100, ${reversedMinor} from earnings where net_minor > reversed_minor limit 1`
}

function job(name: string, state: string): string {
  return `insert into pgboss.job (name, state, start_after, completed_on, data)
    values ('${name}', ${state}, jsonb_build_object('webhookEventId', ${ID}))`
}

function sealedAnew(plant: string): string {
  return `${plant} where entry_id in (select entry_id from ledger_sealed where seal_no = 1);
    update ledger_seals set digest = (
      select sha256(''::bytea || ${PRINTS_OF_SEAL}) from (
        select s.entry_id, ${ENTRY_PRINT} as print from ledger_sealed s join journal_entries e on e.id = s.entry_id
        cross join lateral (select ${LINES_OF_ENTRY} as text from postings p where p.entry_id = e.id) l where s.seal_no = 1
      ) prints) where seal_no = 1`
}

function payout(state: string, id = ID): string {
  return `insert into payouts (id, creator_id, account_id, asked_by, gross_minor, fee_minor, net_minor, state, reference, claimed_at)
    values (${id}, ${CREATOR}, ${ID}, ${FAN}, 1000, 0, 1000, '${state}', 'planted' || ${id}, app_now())`
}

/** A creator who owes 1000 by an entry of this cause. */
function owes(cause: string): string {
  return `insert into ledger_accounts (id, purpose, owner_id, currency, folded, guarded) values (${ID}, 'creator_debt', ${CREATOR}, 'UGX', false, false);
    insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
    values (${ID}, 'planted', 'planted', '', '${cause}', ${ID}, app_now());
    insert into postings (entry_id, line, account_id, amount_minor, currency) values (${ID}, 1, ${ID}, 1000, 'UGX')`
}

describe('the audit', () => {
  test('ADMIN-07 a consistent history has no breach, folded or not', async () => {
    const audit = await runAudit()
    expect(audit.breaches).toEqual([])
    expect(audit.entries).toBeGreaterThan(4)
    await foldAccounts()
    expect((await runAudit()).breaches).toEqual([])
  })

  test('ADMIN-07 every check has a planted breach', () => {
    expect(new Set(PLANTS.map(([name]) => name))).toEqual(new Set(INVARIANTS.map(({ name }) => name)))
  })

  test.each(PLANTS)('ADMIN-07 a planted breach of %s is found (%#)', async (name, plant, description = /./) => {
    expect(await breachesAfter(plant, name)).toContainEqual(expect.stringMatching(description))
  })

  test('ADMIN-07 a notification that succeeded after its job had failed is not reported, nor is what the queue deletes', async () => {
    const failed = job('process_webhook_event', `'failed', now(), now() - interval '1 day'`)
    const through = `${failed}; update pgboss.job set data = jsonb_build_object('webhookEventId', ${SOME('webhook_events')}) where state = 'failed'`
    expect(await breachesAfter(through, 'nothing-failed')).toEqual([])
    expect(
      await breachesAfter(job('send_email', `'failed', now(), now() - interval '8 days'`), 'nothing-failed'),
    ).toEqual([])
    expect(await breachesAfter(job('make_renditions', `'failed', now(), now()`), 'nothing-failed')).toEqual([])
  })

  test('PAYOUT-01 a debt from a payout that arrived late may have been paid out twice, other debts may not', async () => {
    const PAID_OUT = expect.stringMatching(/^paid out/)
    const late = `${payout('completed')}; ${owes('payout')}`
    expect(await breachesAfter(late, 'payouts-paid-once')).not.toContainEqual(PAID_OUT)
    expect(await breachesAfter(`${late}; ${payout('sent', OTHER_ID)}`, 'payouts-paid-once')).toContainEqual(PAID_OUT)
  })

  test('PAY-08 a chargeback of money that was refunded is no breach once staff knows', async () => {
    const known = `${refundOfCharge('100', 'requested')}; ${chargeback('c.amount_minor')}; update chargebacks set puzzling = 'known'`
    expect(await breachesAfter(known, 'refunds-within-payments')).toEqual([])
  })

  test('ADMIN-07 a recomputed seal is valid by itself: the next one shows the change', async () => {
    const anew = sealedAnew(`update postings set amount_minor = amount_minor * 2`)
    const found = await breachesAfter(anew, 'seals-are-valid')
    expect(found.filter((breach) => breach.startsWith('seal '))).toEqual([expect.stringMatching(/^seal 2:/)])
  })

  test('ADMIN-07 a breach is in the queue once, is recorded with high severity, and is explained when it is gone', async () => {
    await fixture.owner().query('alter table earnings disable trigger all')
    await fixture.owner().query(`update earnings set pending_used_minor = 100 where source = 'tip'`)
    expect(await auditBooks(0)).toMatchObject([{ invariant: 'I7', name: 'pending-balances' }])
    await auditBooks(0)
    const open = await listDifferences(listing('open', { limit: 10 }))
    expect(open.map((one) => one.kind)).toEqual(['breach'])
    expect(
      await fixture.one(
        `select count(*)::int as n, min(detail ->> 'severity') as severity from activity where event = 'books_breached'`,
      ),
    ).toEqual({
      n: 1,
      severity: 'high',
    })
    await fixture.owner().query(`update earnings set pending_used_minor = 0 where source = 'tip'`)
    expect(await auditBooks(0)).toEqual([])
    expect(await listDifferences(listing('open', { limit: 10 }))).toEqual([])
    expect(await listDifferences(listing('explained', { limit: 10 }))).toHaveLength(1)
  })
})
