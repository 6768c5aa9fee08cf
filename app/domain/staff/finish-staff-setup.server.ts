import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { keepFirstPasskey, readCreation } from '#app/domain/identity/add-passkey.server.ts'
import type { Browser } from '#app/domain/identity/browser.server.ts'
import { keepTotp } from '#app/domain/identity/enrol-totp.server.ts'
import { forgetSecondFactors } from '#app/domain/identity/forget-second-factors.server.ts'
import { openStaffAccount, raiseAccount } from '#app/domain/identity/keep-staff-account.server.ts'
import { type InvitedRole, needsSecondFactor } from '#app/domain/identity/roles.ts'
import { setAvatar } from '#app/domain/identity/set-avatar.server.ts'
import { typedTotp } from '#app/domain/identity/totp.ts'
import { stepOf } from '#app/domain/identity/verify-second-factor.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { config } from '#app/platform/config.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { setupOf } from './internal/find-setup.server.ts'
import { mayJoin } from './internal/may-join.server.ts'
import { openStaffSession } from './internal/open-staff-session.server.ts'
import { TooManyWaitingError } from '#app/platform/concurrency-limit.ts'
import { hashSecret } from './internal/password-hash.server.ts'
import { roleOfSetup } from './invite.ts'
import { type PasswordProblem, passwordProblems } from './password.ts'
import { STAFF_TERMS_VERSION } from './staff-terms.ts'
import type { StaffDevice, StaffSignedIn } from './staff-sign-in.ts'

/** As typed. An empty `totp` means that no authenticator app is set up, an empty `passkey` that none was made. */
export type StaffSecurity = {
  password: string
  passwordAgain: string
  termsAccepted: boolean
  sensitiveAcknowledged: boolean
  totp: string
  /** What the browser answered when a passkey was made. */
  passkey: string
  /** "Skip in this demo": valid only there. */
  factorSkipped: boolean
}

export type StaffSecurityProblems = {
  password?: PasswordProblem[]
  passwordAgain?: 'different'
  terms?: 'not_accepted'
  sensitive?: 'not_acknowledged'
  totp?: 'wrong'
  passkey?: 'wrong'
  /** The role requires a second factor, and neither was given. */
  factor?: 'missing'
}

export type FinishRefusal =
  | { kind: 'setup_ended' }
  | { kind: 'profile_missing' }
  | { kind: 'invalid'; problems: StaffSecurityProblems }
  | { kind: 'has_account' }
  | { kind: 'busy' }

type Setup = NonNullable<Awaited<ReturnType<ReturnType<typeof setupOf>['executeTakeFirst']>>>
type Person = { displayName: string; role: InvitedRole }

/**
 * The last form: creates the account, the membership, the authenticator where one was confirmed, and the first session together, once.
 * The password is hashed before the transaction, so that nothing waits for it.
 */
export async function finishStaffSetup(input: {
  setupToken: string
  typed: StaffSecurity
  browser: Browser
  device: StaffDevice
}): Promise<Result<StaffSignedIn & { factorSetUp: boolean }, FinishRefusal>> {
  const before = await setupOf(db, input.setupToken).executeTakeFirst()
  if (!before) return refuse({ kind: 'setup_ended' })
  const role = roleOfSetup(before)
  if (!before.displayName || !role) return refuse({ kind: 'profile_missing' })
  const person = { displayName: before.displayName, role }
  const { problems, totpStep, passkey } = await check(input.typed, { ...before, role }, input.browser)
  if (Object.keys(problems).length > 0) return refuse({ kind: 'invalid', problems })
  const hash = await hashed(input.typed.password)
  if (!hash) return refuse({ kind: 'busy' })

  const factorSetUp = totpStep !== null || passkey !== null

  const done = await inTransaction(async (tx): Promise<Result<Done, FinishRefusal>> => {
    const setup = await setupOf(tx, input.setupToken).forUpdate('s').executeTakeFirst()
    if (!setup) return refuse({ kind: 'setup_ended' })
    const joins = await mayJoin(tx, setup.email)
    if (!joins || (joins.returning ?? setup.profileId) !== setup.profileId) return refuse({ kind: 'has_account' })
    const picture = await endSetup(tx, setup.id)
    if (!(await keepProfile(tx, setup, person, joins.returning !== null))) return refuse({ kind: 'has_account' })
    await keepMember(tx, setup.profileId, role, hash)
    await forgetSecondFactors(tx, setup.profileId)
    if (totpStep) await keepTotp(tx, { profileId: setup.profileId, sealedSecret: setup.sealedTotp, step: totpStep })
    if (passkey && (await keepFirstPasskey(tx, { profileId: setup.profileId, made: passkey })) !== 'kept')
      throw new PasskeyTakenError()
    await publish(tx, {
      actorId: setup.profileId,
      event: 'staff_member_joined',
      objectId: setup.profileId,
      detail: { role, invite: setup.inviteId, terms: STAFF_TERMS_VERSION, secondFactor: factorSetUp },
    })
    const who = {
      profileId: setup.profileId,
      email: setup.email,
      displayName: person.displayName,
      role,
      kind: 'staff' as const,
      hash,
    }
    const shown = factorSetUp || (input.typed.factorSkipped && 'skipped')
    return ok({ signedIn: await openStaffSession(tx, who, input.device, shown), picture })
  }).catch((error: unknown) => {
    if (!(error instanceof PasskeyTakenError)) throw error
    return refuse({ kind: 'invalid', problems: { passkey: 'wrong' } } satisfies FinishRefusal)
  })
  if (!done.ok) return done
  const { signedIn, picture } = done.value
  if (picture) await keepPicture(signedIn.person.id, picture)
  return ok({ ...signedIn, factorSetUp })
}

/** The challenge was used before, or the key belongs to another account: nothing of the set-up is stored. */
class PasskeyTakenError extends Error {}

type Done = { signedIn: StaffSignedIn; picture: Buffer | null }

async function check(typed: StaffSecurity, setup: Setup & { role: InvitedRole }, browser: Browser) {
  const problems: StaffSecurityProblems = {}
  const weak = passwordProblems(typed.password, { email: setup.email, name: setup.displayName })
  if (weak.length > 0) problems.password = weak
  if (typed.password !== typed.passwordAgain) problems.passwordAgain = 'different'
  if (!typed.termsAccepted) problems.terms = 'not_accepted'
  if (!typed.sensitiveAcknowledged) problems.sensitive = 'not_acknowledged'
  const digits = typedTotp(typed.totp)
  const totpStep = digits ? await stepOf(setup.sealedTotp, digits, 0) : null
  if (typed.totp.trim() !== '' && totpStep === null) problems.totp = 'wrong'
  const passkey = typed.passkey === '' ? null : await readCreation(typed.passkey, browser)
  if (typed.passkey !== '' && !passkey) problems.passkey = 'wrong'
  const skipped = typed.factorSkipped && config().demo
  if (needsSecondFactor(setup.role) && typed.totp.trim() === '' && typed.passkey === '' && !skipped)
    problems.factor = 'missing'
  return { problems, totpStep, passkey }
}

async function hashed(password: string): Promise<string | null> {
  try {
    return await hashSecret(password)
  } catch (error) {
    if (error instanceof TooManyWaitingError) return null
    throw error
  }
}

/** Marks it finished and passes its picture on; the row keeps no secret and nothing personal but the address. */
async function endSetup(tx: Tx, setupId: string): Promise<Buffer | null> {
  const { picture } = await tx
    .selectFrom('staff_setups')
    .select('picture')
    .where('id', '=', setupId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('staff_setups')
    .set({ finished_at: sql<Date>`app_now()`, picture: null })
    .where('id', '=', setupId)
    .execute()
  return picture
}

/** The account of a new or returning member. False where the address was taken in the meantime. */
async function keepProfile(tx: Tx, setup: Setup, person: Person, returning: boolean): Promise<boolean> {
  const { displayName } = person
  if (!returning)
    return openStaffAccount(tx, { id: setup.profileId, email: setup.email, userType: 'admin', displayName })
  await raiseAccount(tx, setup.profileId, { displayName })
  return true
}

async function keepMember(tx: Tx, profileId: string, role: InvitedRole, hash: string): Promise<void> {
  const facts = {
    role,
    password_hash: hash,
    terms_version: STAFF_TERMS_VERSION,
    terms_accepted_at: sql<Date>`app_now()`,
    toured_at: null,
    ended_at: null,
  }
  await tx
    .insertInto('staff_members')
    .values({ profile_id: profileId, sensitive_data_acknowledged_at: sql<Date>`app_now()`, ...facts })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(facts))
    .execute()
}

/** A picture that can't be stored now doesn't prevent the account: initials are shown, and it can be set later. */
async function keepPicture(profileId: string, bytes: Buffer): Promise<void> {
  try {
    const stored = await storePhoto({ ownerId: profileId, purpose: 'avatar', bytes: new Uint8Array(bytes) })
    if (stored.ok) await setAvatar({ id: profileId }, stored.value.mediaId)
  } catch (error) {
    log.error({ err: error }, 'the picture of a new member of staff could not be stored')
  }
}
