import { sql } from 'kysely'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { newCode } from '#app/platform/mailed-code.server.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import type { Settings } from '#app/domain/settings/catalogue.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { addressOf } from '#app/target-address.ts'
import { isKnownNetwork } from './known-network.server.ts'

export type CodeRequest = {
  email: string
  purpose: 'sign_in' | 'sign_up' | 'prove_payment'
  userType: 'fan' | 'creator' | null
  browserHash: Buffer
  network: string
  returnTo: string | null
}

export type IssueRefusal =
  | { kind: 'too_soon'; waitSeconds: number }
  /** `freeAt`: when the next mail may be sent. */
  | { kind: 'too_many_codes'; scope: Scope; freeAt: Date }

type Scope = 'address' | 'network' | 'everywhere'

/**
 * Whether one more mail may be sent to this address now, requested from this network. Decided before the first write. A network from
 * which somebody has signed in to this account lately counts only its own mails: strangers elsewhere can't use up what its holder needs.
 */
export async function mayIssueCode(
  tx: Tx,
  request: Pick<CodeRequest, 'email' | 'network'>,
): Promise<Result<null, IssueRefusal>> {
  const { rows } = await sql<{
    since_last: number | null
    address_hour: number
    address_day: number
    network_hour: number
    everywhere_hour: number
  }>`
    with counted as (
      select email, network, sent_at from sign_in_codes
      where sent_at > app_now() - interval '1 day' and (email = ${request.email} or network = ${request.network})
    ), home as (select ${isKnownNetwork(request.email, request.network)} as known)
    select
      extract(epoch from app_now() - max(sent_at) filter (where email = ${request.email}))::float8 as since_last,
      count(*) filter (where email = ${request.email} and (network = ${request.network} or not home.known)
        and sent_at > app_now() - interval '1 hour')::int as address_hour,
      count(*) filter (where email = ${request.email} and (network = ${request.network} or not home.known))::int as address_day,
      count(*) filter (where network = ${request.network} and sent_at > app_now() - interval '1 hour')::int as network_hour,
      (select count(*)::int from sign_in_codes where sent_at > app_now() - interval '1 hour') as everywhere_hour
    from home left join counted on true group by home.known
  `.execute(tx)
  const sent = rows[0]!
  const limits = await settings(tx)
  if (sent.since_last !== null && sent.since_last < SIGN_IN.resendSeconds) {
    return refuse({ kind: 'too_soon', waitSeconds: Math.ceil(SIGN_IN.resendSeconds - sent.since_last) })
  }
  if (sent.address_hour >= limits.codesPerAddressAndHour || sent.address_day >= limits.codesPerAddressAndDay) {
    return refuse({ kind: 'too_many_codes', scope: 'address', freeAt: await freeAt(tx, 'address', request, limits) })
  }
  if (sent.network_hour >= limits.codesPerNetworkAndHour)
    return refuse({ kind: 'too_many_codes', scope: 'network', freeAt: await freeAt(tx, 'network', request, limits) })
  if (sent.everywhere_hour >= limits.codesPerHour)
    return refuse({
      kind: 'too_many_codes',
      scope: 'everywhere',
      freeAt: await freeAt(tx, 'everywhere', request, limits),
    })
  return ok(null)
}

/** The mail that fills a limit leaves its hour or day then. */
async function freeAt(
  tx: Tx,
  scope: Scope,
  { email, network }: Pick<CodeRequest, 'email' | 'network'>,
  limits: Settings,
): Promise<Date> {
  const ofAddress = sql`email = ${email} and (network = ${network} or not ${isKnownNetwork(email, network)})`
  const counted = { address: ofAddress, network: sql`network = ${network}`, everywhere: sql`true` }[scope]
  const perHour = {
    address: limits.codesPerAddressAndHour,
    network: limits.codesPerNetworkAndHour,
    everywhere: limits.codesPerHour,
  }[scope]
  const end = (span: '1 hour' | '1 day', limit: number) => sql`
    (select sent_at + ${span}::interval from sign_in_codes where ${counted} order by sent_at desc offset ${limit - 1} limit 1)`
  const { rows } = await sql<{ at: Date }>`
    select greatest(${end('1 hour', perHour)}, ${scope === 'address' ? end('1 day', limits.codesPerAddressAndDay) : sql`null`}, app_now()) as at
  `.execute(tx)
  return rows[0]!.at
}

/**
 * Makes the code and the link of one mail, ends those of older mails to the address and enqueues the mail. The mail exists exactly when
 * the transaction commits; code and link are stored only as keyed hashes.
 */
export async function issueCode(
  tx: Tx,
  request: CodeRequest,
  /** What was paid for, where the code opens a payment. */
  payment: { productName: string; amount: string; reference: string } | null = null,
): Promise<void> {
  await tx
    .updateTable('sign_in_codes')
    .set({ voided_at: sql`app_now()` })
    .where('email', '=', request.email)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
  const id = newId()
  const { code, hash } = newCode('sign_in', id)
  const token = randomToken()
  const { expires_at } = await tx
    .insertInto('sign_in_codes')
    .values({
      id,
      email: request.email,
      purpose: request.purpose,
      user_type: request.userType,
      code_hash: hash,
      link_hash: keyedHash('token', token),
      browser_hash: request.browserHash,
      network: request.network,
      return_to: request.returnTo,
      expires_at: sql`app_now() + make_interval(mins => ${SIGN_IN.codeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const data = {
    code,
    link: config().baseUrl + addressOf({ kind: 'sign_in_link', id: token }),
    minutes: SIGN_IN.codeMinutes,
    expiresAt: expires_at.toISOString(),
  }
  if (payment) await enqueueSecretMail(tx, request.email, 'payment_account', { ...payment, ...data })
  else await enqueueSecretMail(tx, request.email, 'sign_in_code', data)
}
