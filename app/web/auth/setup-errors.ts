import type { SetupProblems } from '#app/domain/identity/complete-profile-setup.server.ts'

export type SetupErrors = Partial<Record<keyof SetupProblems | 'avatar', string>>

const TEXTS = {
  displayName: { missing: 'Enter your display name', too_long: 'Use at most 60 characters for your display name' },
  username: {
    too_short: 'Use 3 to 30 letters, digits or underscores for your username',
    too_long: 'Use 3 to 30 letters, digits or underscores for your username',
    unusable: 'Use 3 to 30 letters, digits or underscores for your username',
    reserved: 'This username is reserved. Choose another one',
    taken: 'This username is taken. Choose another one',
  },
  whatsappNumber: { invalid: 'Enter a number like 0772 123 456' },
  bio: { too_long: 'Use at most 300 characters for your bio' },
  birthday: {
    missing: 'Enter your birthday',
    invalid: 'Enter your birthday as day, month and year, such as 27 3 1999',
    too_young: 'You must be 18 or older',
  },
} as const satisfies { [Field in keyof SetupProblems]-?: Record<NonNullable<SetupProblems[Field]>, string> }

/** What to say beside each field that is wrong. */
export function setupErrors(problems: SetupProblems): SetupErrors {
  const { displayName, username, whatsappNumber, bio, birthday } = problems
  return {
    ...(displayName && { displayName: TEXTS.displayName[displayName] }),
    ...(username && { username: TEXTS.username[username] }),
    ...(whatsappNumber && { whatsappNumber: TEXTS.whatsappNumber[whatsappNumber] }),
    ...(bio && { bio: TEXTS.bio[bio] }),
    ...(birthday && { birthday: TEXTS.birthday[birthday] }),
  }
}
