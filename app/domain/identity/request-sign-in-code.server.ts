import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Settings } from '#app/domain/settings/catalogue.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { Browser } from './browser.server.ts'
import { issueCode, mayIssueCode, type CodeRequest, type IssueRefusal } from './internal/issue-code.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { countSubjects, DAY, HOUR, recordHit } from '#app/platform/stored-rate-limit.server.ts'

export type SignInRequest = {
  /** As `normaliseEmail` gives it. */
  email: string
  /** `either`: a wizard needs the mailbox proven, whoever owns it. Nothing is revealed and nothing stored before the code. */
  attempt: { mode: 'sign-in' } | { mode: 'sign-up' | 'either'; userType: 'fan' | 'creator' }
  browser: Browser
  network: string
  returnTo: string | null
}

export type SignInRefusal =
  | { kind: 'account_not_found' }
  | { kind: 'account_already_exists' }
  | (Extract<IssueRefusal, { kind: 'too_soon' }> & { sameBrowser: boolean })
  | Extract<IssueRefusal, { kind: 'too_many_codes' }>

/**
 * Mails a code and a link to sign in or up. A fan who signs up gets the account at once and its session with the code; a creator gets
 * both with the code. A network that asks for many unknown addresses gets the same answer for all of them from then on, and only the
 * mailbox shows the truth; with the owner's setting "private sign-in" everybody gets that answer. Doesn't wait for the mail: the queue
 * sends it.
 */
export function requestSignInCode(request: SignInRequest): Promise<Result<{ accountCreated: boolean }, SignInRefusal>> {
  return inTransaction(async (tx) => {
    await advisoryLock(tx, `sign-in address ${request.email}`)
    await advisoryLock(tx, `sign-in network ${request.network}`)
    const account = await tx.selectFrom('profiles').select('id').where('email', '=', request.email).executeTakeFirst()
    const signsUp = request.attempt.mode === 'sign-up'
    const current = await settings(tx)
    let neutral = current.privateSignIn
    if (!neutral && request.attempt.mode !== 'either' && signsUp === Boolean(account)) {
      neutral = !(await mayReveal(tx, signsUp ? 'known-address' : 'unknown-address', request, current))
      if (!neutral) return refuse(signsUp ? { kind: 'account_already_exists' } : { kind: 'account_not_found' })
    }
    const allowed = await mayIssueCode(tx, request)
    if (!allowed.ok) {
      if (allowed.refusal.kind === 'too_many_codes') return refuse(allowed.refusal)
      return refuse({ ...allowed.refusal, sameBrowser: await lastCodeIsOf(tx, request) })
    }
    const createsFan = request.attempt.mode === 'sign-up' && request.attempt.userType === 'fan' && !account
    if (createsFan) await createUnprovenFan(tx, request.email)
    await issueCode(tx, codeRequestOf(request, Boolean(account)))
    const reveals = !neutral && !(await isNeutralNetwork(tx, 'known-address', request.network, current))
    return ok({ accountCreated: createsFan && reveals })
  })
}

/** In the neutral answer a sign-up with a known address becomes a sign-in: the owner of the mailbox is signed in. */
function codeRequestOf(request: SignInRequest, known: boolean): CodeRequest {
  const { email, network, returnTo } = request
  const base = { email, network, returnTo, browserHash: request.browser.storedHash }
  if (request.attempt.mode === 'sign-in' || known) return { ...base, purpose: 'sign_in', userType: null }
  return { ...base, purpose: 'sign_up', userType: request.attempt.userType }
}

/** Whether this network may still learn who has an account; counts different addresses, in the hour and in the day. */
async function mayReveal(
  tx: Tx,
  key: 'unknown-address' | 'known-address',
  request: SignInRequest,
  limits: Settings,
): Promise<boolean> {
  const subject = keyedHash('token', request.email).toString('hex')
  const counted = await countAddresses(tx, `${key} ${request.network}`, limits, subject)
  if (counted.reached) return false
  if (!counted.known) await recordHit(tx, `${key} ${request.network}`, subject)
  return true
}

/** Once known addresses get the neutral answer, new ones get the same answer. */
async function isNeutralNetwork(tx: Tx, key: 'known-address', network: string, limits: Settings): Promise<boolean> {
  return (await countAddresses(tx, `${key} ${network}`, limits)).reached
}

async function countAddresses(tx: Tx, key: string, limits: Settings, subject?: string) {
  const hour = await countSubjects(tx, { key, seconds: HOUR }, subject)
  const day = await countSubjects(tx, { key, seconds: DAY }, subject)
  const reached = hour.others >= limits.unknownPerNetworkAndHour || day.others >= limits.unknownPerNetworkAndDay
  return { reached, known: day.known }
}

async function lastCodeIsOf(tx: Tx, request: SignInRequest): Promise<boolean> {
  const last = await tx
    .selectFrom('sign_in_codes')
    .select('browser_hash')
    .where('email', '=', request.email)
    .where('consumed_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && request.browser.hashes.some((hash) => hash.equals(last.browser_hash))
}

async function createUnprovenFan(tx: Tx, email: string): Promise<void> {
  const id = newId()
  await tx.insertInto('profiles').values({ id, email, user_type: 'fan' }).execute()
  await publish(tx, {
    actorId: id,
    event: 'account_created',
    objectId: id,
    detail: { as: 'fan' },
  })
}
