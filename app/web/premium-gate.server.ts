import { messageOf } from './catalogue.ts'
import { createContext, redirect } from 'react-router'
import {
  findCreatorAccess,
  findPass,
  holdsPass,
  isEntitledTo,
  type Pass,
} from '#app/domain/entitlements/queries.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { recordFirstArrival } from '#app/domain/identity/record-first-arrival.server.ts'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { log } from '#app/platform/log.server.ts'
import type { Gate } from './route-handle.ts'
import { aheadContext } from './read-ahead.server.ts'
import { returnToFrom, withReturnTo } from './return-to.server.ts'
import { redirectWithToast } from './toast.server.ts'

/** What the gate of the premium pages has found: until when the pass or the subscription runs. */
export const passContext = createContext<{ endsAt: Date | null }>()

/** The gate of the premium pages; at a creator's page, that creator's subscribers get in too. */
export const passGate: Gate = async ({ actor, params, url, context }) => {
  const { endsAt } = await requirePass(
    actor,
    params.creatorId?.toLowerCase(),
    () => returnToFrom({ url, context }),
    context.get(aheadContext)?.pass,
  )
  context.set(passContext, { endsAt })
}

/**
 * Throws the redirect for everyone else, with the specification's
 * message; a person coming from profile setup gets no error. With `creatorId`, that creator's subscribers get in too.
 */
export async function requirePass(
  actor: Actor,
  creatorId: string | null = null,
  returnTo: () => string | null = () => null,
  known?: Pass | null,
): Promise<{ person: Person; endsAt: Date | null }> {
  if (!actor)
    throw redirectWithToast(withReturnTo(to.signIn, returnTo()), {
      ...messageOf('gate.sign_in'),
      tone: 'error',
    })
  if (actor.isBlocked)
    throw redirectWithToast(to.feed, {
      title: 'Access Denied',
      description: 'This account is blocked. Please contact support.',
      tone: 'error',
    })
  if (!actor.profileCompleted) throw redirect(withReturnTo(to.profileSetup, returnTo()), 303)
  // A pass needs a birthday. Without this check its holder would be redirected in a loop between the feed and the plans.
  if (actor.birthday === null && (await holdsUnopened(actor.id))) throw redirect(to.birthday, 303)
  let pass: Pass | null
  let firstArrival = false
  try {
    pass =
      (known === undefined ? await findPass(actor.id) : known) ??
      (creatorId ? await findSubscription(actor.id, creatorId) : null)
    if (!pass) firstArrival = await recordFirstArrival(actor.id)
  } catch (error) {
    log.error({ err: error }, 'a pass could not be read')
    throw redirectWithToast(to.subscribe, {
      ...messageOf('gate.failed'),
      tone: 'error',
    })
  }
  if (pass) return { person: actor, endsAt: pass.endsAt }
  if (firstArrival) throw redirect(`${to.subscribe}?from=welcome`, 303)
  throw redirectWithToast(to.subscribe, {
    ...messageOf('gate.pass'),
    tone: 'error',
  })
}

async function findSubscription(accountId: string, creatorId: string): Promise<{ endsAt: Date | null } | null> {
  if (!isId(creatorId) || !(await isEntitledTo(accountId, creatorId))) return null
  return { endsAt: await findCreatorAccess(accountId, creatorId) }
}

/** Whether anything was paid for or granted; an outage is reported by the query that follows. */
async function holdsUnopened(accountId: string): Promise<boolean> {
  return (await holdsPass(accountId).catch(() => null)) !== null
}
