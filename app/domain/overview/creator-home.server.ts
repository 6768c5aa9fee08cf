import { earningDaysSql } from '#app/domain/earnings/earning-days.server.ts'
import { balanceSql } from '#app/domain/ledger/queries.server.ts'
import { addToDay, dayOf, startOfDay } from '#app/domain/usage/day.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import { WAITING_SQL } from '#app/domain/chat/queries.server.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import type { OpenWork } from './creator-needs.ts'

/** Where the money of a creator is, in minor units of shillings. All but `futureMinor` and `owedMinor` add up to `earnedMinor`. */
export type CreatorMoney = {
  /** Everything earned so far, after our fee and after refunds. */
  earnedMinor: bigint
  clearingMinor: bigint
  /** What of it becomes available on which day of Kampala; at most `CLEARING_DAYS` ahead, later days are in the last one. */
  clears: { day: string; minor: bigint }[]
  availableMinor: bigint
  onItsWayMinor: bigint
  paidMinor: bigint
  /** Fees and tax of payouts, creator fees paid from earnings, and corrections. */
  takenMinor: bigint
  owedMinor: bigint
  /** Of subscriptions that are paid and run, before our fee: earned day by day until the last one ends. */
  future: { minor: bigint; subscriptions: number; until: Date | null; feeBasisPoints: number }
}

export type CreatorWork = OpenWork & { publishedPosts: number }

export type CreatorFacts = {
  hasAvatar: boolean
  isLive: boolean
  heartbeatAt: Date | null
  invitesSent: number
  firstVisibleAt: Date | null
  /** The sum up to which the weekly fee is taken from earnings; null where that is off. */
  agreedFeeMinor: bigint | null
}

type Row = CreatorFacts & {
  earned: bigint
  clearing: bigint
  available: bigint
  owed: bigint
  onItsWay: bigint
  paid: bigint
  clears: { bucket: number; minor: string }[]
  future: bigint
  subscriptions: number
  futureUntil: Date | null
  feeBasisPoints: number
  chats: number
  chatSince: Date | null
  toAnswer: number
  answerBy: Date | null
  toDeliver: number
  deliverBy: Date | null
  failedPosts: number
  postsInReview: number
  publishedPosts: number
  commentsWithoutReply: number
}

/** Most earnings clear within a week, those of cards later. */
const CLEARING_DAYS = 45
/** Older comments without a reply are no work any more. */
const COMMENT_DAYS = 14

const requests = (state: string, due: string) =>
  `from custom_requests r join wallet_holds h on h.id = r.hold_id
   where r.creator_id = $1 and r.state = '${state}' and r.${due} > (select app_now()) and h.state = 'held'`

// $2 are the first moments of the next days of Kampala.
const HOME = `
  select p.avatar_media_id is not null as "hasAvatar", c.is_live as "isLive", c.heartbeat_at as "heartbeatAt", c.invites_sent as "invitesSent",
    c.first_visible_at as "firstVisibleAt", c.fee_auto_pay_minor as "agreedFeeMinor",
    e.earned, (-${balanceSql('creator_pending', '$1')})::bigint as clearing, (-${balanceSql('creator_available', '$1')})::bigint as available,
    ${balanceSql('creator_debt', '$1')}::bigint as owed, o.on_its_way as "onItsWay", o.paid, l.clears,
    s.future, s.subscriptions, s.until as "futureUntil",
    coalesce((select f.basis_points from rates f where f.kind = 'platform_fee' and f.holds_from <= (select app_now())
      order by f.holds_from desc, f.id desc limit 1), 0) as "feeBasisPoints",
    h.chats, h.since as "chatSince",
    (select count(*)::int ${requests('asked', 'answer_by')}) as "toAnswer",
    (select min(r.answer_by) ${requests('asked', 'answer_by')}) as "answerBy",
    (select count(*)::int ${requests('accepted', 'deliver_by')}) as "toDeliver",
    (select min(r.deliver_by) ${requests('accepted', 'deliver_by')}) as "deliverBy",
    w.failed as "failedPosts", w.in_review as "postsInReview", w.published as "publishedPosts",
    (select count(*)::int from post_comments m join posts t on t.id = m.post_id and t.state = 'published'
      where m.creator_id = $1 and m.author_id <> $1 and m.reply_to is null and m.removed_at is null and not m.muted
        and m.created_at > (select app_now()) - interval '${COMMENT_DAYS} days'
        and not exists (select from post_comments y where y.reply_to = m.id and y.removed_at is null)) as "commentsWithoutReply"
  from creators c join profiles p on p.id = c.profile_id
  cross join lateral (
    select (coalesce(sum(e.net_minor), 0) - (select coalesce(sum(r.from_pending_minor + r.from_available_minor + r.owed_minor), 0)
      from earning_reversals r where r.creator_id = $1 and r.reinstated_at is null))::bigint as earned
    from ${earningDaysSql('$1', `'-infinity'::date`)} e) e
  cross join lateral (
    select coalesce(sum(o.net_minor) filter (where o.state in ('pending', 'sending', 'sent', 'unknown')), 0)::bigint as on_its_way,
      coalesce(sum(o.net_minor) filter (where o.state = 'completed'), 0)::bigint as paid
    from payouts o where o.creator_id = $1) o
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('bucket', b.bucket, 'minor', b.minor::text) order by b.bucket), '[]') as clears
    from (select greatest(width_bucket(e.available_at, $2::timestamptz[]), 1) as bucket, sum(e.net_minor - e.pending_used_minor) as minor
      from earnings e where e.creator_id = $1 and e.released_at is null and e.net_minor > e.pending_used_minor group by 1) b) l
  cross join lateral (
    select coalesce(sum(s.price_minor - s.earned_minor - s.refunded_minor), 0)::bigint as future, count(distinct s.user_id)::int as subscriptions,
      max(s.ends_at) as until
    from creator_subscriptions s where s.creator_id = $1 and s.status = 'active' and s.next_earning_day is not null) s
  cross join lateral (
    select count(*) filter (where t.state = 'published')::int as published, count(*) filter (where t.state = 'in_review')::int as in_review,
      count(*) filter (where t.state = 'draft' and exists (
        select from post_media pm join media m on m.id = pm.media_id where pm.post_id = t.id and m.state = 'failed'))::int as failed
    from posts t where t.creator_id = $1 and t.state in ('published', 'in_review', 'draft')) w
  cross join lateral (
    select count(*)::int as chats, min(t.waits_since) as since from chat_threads t
    where t.creator_id = $1 and ${WAITING_SQL}) h
  where c.profile_id = $1`

/** A creator's money, what waits for them, and the facts of their page, from one statement; null for who is no creator. */
export async function findCreatorHome(
  creatorId: string,
): Promise<{ money: CreatorMoney; work: CreatorWork; facts: CreatorFacts } | null> {
  const today = dayOf(now())
  const days = Array.from({ length: CLEARING_DAYS }, (_, index) => addToDay(today, index))
  const [row] = await queryPrepared<Row>('creator-home', HOME, [creatorId, days.map(startOfDay)])
  if (!row) return null
  return {
    money: {
      earnedMinor: row.earned,
      clearingMinor: row.clearing,
      clears: row.clears.map(({ bucket, minor }) => ({ day: days[bucket - 1]!, minor: BigInt(minor) })),
      availableMinor: row.available,
      onItsWayMinor: row.onItsWay,
      paidMinor: row.paid,
      takenMinor: row.earned - row.clearing - row.available + row.owed - row.onItsWay - row.paid,
      owedMinor: row.owed,
      future: {
        minor: row.future,
        subscriptions: row.subscriptions,
        until: row.futureUntil,
        feeBasisPoints: row.feeBasisPoints,
      },
    },
    work: {
      answerMessages: {
        count: row.chats,
        dueAt: row.chatSince && addMinutes(row.chatSince, CHAT.answerHours * 60),
      },
      answerRequests: { count: row.toAnswer, dueAt: row.answerBy },
      deliverRequests: { count: row.toDeliver, dueAt: row.deliverBy },
      failedPosts: row.failedPosts,
      postsInReview: row.postsInReview,
      publishedPosts: row.publishedPosts,
      commentsWithoutReply: row.commentsWithoutReply,
    },
    facts: {
      hasAvatar: row.hasAvatar,
      isLive: row.isLive,
      heartbeatAt: row.heartbeatAt,
      invitesSent: row.invitesSent,
      firstVisibleAt: row.firstVisibleAt,
      agreedFeeMinor: row.agreedFeeMinor,
    },
  }
}
