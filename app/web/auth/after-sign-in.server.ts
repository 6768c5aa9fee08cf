import { findApplicationOf } from '#app/domain/applications/queries.server.ts'
import { findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import { postLoginDestination, type SignedInFacts } from './post-login-destination.ts'
import type { UserType } from '#app/domain/identity/actor.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'

type Arrival = { id: string; userType: UserType; profileCompleted: boolean; username: string | null }

/** Where a signed-in person goes: to their validated `returnTo` once the profile is complete, else by the table of destinations. */
export async function landingOf(person: Arrival, returnTo: string | null): Promise<string> {
  if (person.userType === 'fan' || person.userType === 'creator') {
    const applies = returnTo === null ? !person.profileCompleted : isBelow(to.creatorOnboarding.intro, returnTo)
    // Who began on another device goes on at their step, to which the intro leads.
    if (applies && (await hasBegun(person.id))) return to.creatorOnboarding.intro
    if (returnTo !== null && (person.profileCompleted || isOfWizard(returnTo))) return returnTo
    if (!person.profileCompleted) return withReturnTo(to.profileSetup, returnTo)
  }
  return postLoginDestination({
    userType: person.userType,
    profileCompleted: person.profileCompleted,
    username: person.username,
    ...(person.userType === 'creator' ? await status(person.id) : NO_CREATOR),
    access: person.userType === 'fan' ? await access(person.id) : 'none',
  })
}

/** A wizard completes the profile itself. */
function isOfWizard(path: string): boolean {
  return [to.fanOnboarding.intro, to.creatorOnboarding.intro].some((intro) => isBelow(intro, path))
}

const isBelow = (intro: string, path: string): boolean => path.startsWith(`${intro}/`)

async function hasBegun(id: string): Promise<boolean> {
  try {
    return (await findApplicationOf(id))?.state === 'draft'
  } catch (error) {
    log.error({ err: error }, 'a person signed in, but the application could not be read')
    return false
  }
}

type CreatorFacts = Pick<SignedInFacts, 'application' | 'creatorFee'>
const NO_CREATOR: CreatorFacts = { application: 'draft', creatorFee: 'inactive' }

async function status(id: string): Promise<CreatorFacts> {
  try {
    const { verification, visible } = await findFeeStatus(id)
    const application =
      verification === 'none' || verification === 'draft'
        ? 'draft'
        : verification === 'in_review'
          ? 'in_review'
          : 'decided'
    // A hidden page redirects its owner to the fee page, so only a visible page counts.
    return { application, creatorFee: visible ? 'active' : 'inactive' }
  } catch (error) {
    log.error({ err: error }, 'a creator signed in, but the page could not be read')
    return { application: 'unknown', creatorFee: 'unknown' }
  }
}

async function access(id: string): Promise<'active' | 'none' | 'unknown'> {
  try {
    return (await hasPass(id)) ? 'active' : 'none'
  } catch (error) {
    log.error({ err: error }, 'a fan signed in, but the access could not be read')
    return 'unknown'
  }
}
