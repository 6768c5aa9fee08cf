import { redirect } from 'react-router'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { takeFirstArrival } from '#app/domain/identity/take-first-arrival.server.ts'
import { log } from '#app/platform/log.server.ts'
import { redirectWithToast } from './toast.server.ts'

/**
 * The gate of everything that only pass holders see; it decides before anything of it is read. Throws the redirect for everybody else,
 * with the words of the specification; who comes straight from completing the profile is led on without an error.
 */
export async function requirePass(actor: Actor): Promise<{ person: Person; endsAt: Date | null }> {
  if (!actor)
    throw redirectWithToast('/auth', {
      title: 'Access Denied',
      description: 'Please sign in to access premium content',
      tone: 'error',
    })
  if (actor.isBlocked)
    throw redirectWithToast('/public-feed', {
      title: 'Access Denied',
      description: 'This account is blocked. Please contact support.',
      tone: 'error',
    })
  if (!actor.profileCompleted) throw redirect('/profile-setup', 303)
  let pass: { endsAt: Date | null } | null
  let firstArrival = false
  try {
    pass = await findPass(actor.id)
    if (!pass) firstArrival = await takeFirstArrival(actor.id)
  } catch (error) {
    log.error({ err: error }, 'a pass could not be looked up')
    throw redirectWithToast('/subscribe', {
      title: 'Error',
      description: 'Failed to verify subscription status. Please try again.',
      tone: 'error',
    })
  }
  if (pass) return { person: actor, endsAt: pass.endsAt }
  if (firstArrival) throw redirect('/subscribe?from=welcome', 303)
  throw redirectWithToast('/subscribe', {
    title: 'Premium Access Required',
    description: 'Subscribe to unlock all Peaches!',
    tone: 'error',
  })
}
