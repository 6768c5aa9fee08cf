import type { ProfileProblems } from '#app/domain/identity/update-profile.server.ts'
import { PROFILE_PROBLEMS } from '../profile-texts.ts'

export type EditErrors = Partial<Record<keyof ProfileProblems | 'avatar', string>>

/** What to say beside each field that is wrong. */
export function editErrors(problems: ProfileProblems): EditErrors {
  const { displayName, username, bio, city } = problems
  return {
    ...(displayName && { displayName: PROFILE_PROBLEMS.displayName[displayName] }),
    ...(username && { username: PROFILE_PROBLEMS.username[username] }),
    ...(bio && { bio: PROFILE_PROBLEMS.bio[bio] }),
    ...(city && { city: PROFILE_PROBLEMS.city[city] }),
  }
}
