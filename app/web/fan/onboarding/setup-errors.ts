import type { FanSetupProblems } from '#app/domain/identity/set-up-fan.server.ts'
import { PROFILE_PROBLEMS } from '../profile-texts.ts'

export type FanSetupErrors = Partial<Record<keyof FanSetupProblems, string>>

/** What to say beside each field that is wrong. */
export function fanSetupErrors(problems: FanSetupProblems): FanSetupErrors {
  const { displayName, birthday, city } = problems
  return {
    ...(displayName && { displayName: PROFILE_PROBLEMS.displayName[displayName] }),
    ...(birthday && { birthday: PROFILE_PROBLEMS.birthday[birthday] }),
    ...(city && { city: PROFILE_PROBLEMS.city[city] }),
  }
}
