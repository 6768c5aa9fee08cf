import type { FieldErrors } from './form-answer.ts'

const USERNAME_SHAPE = 'Use 3 to 30 letters, digits or underscores for your username'

/** The error texts of profile fields, on every page that has them. */
export const PROFILE_PROBLEMS = {
  displayName: {
    missing: 'Enter your display name',
    too_long: 'Use at most 60 characters for your display name',
    no_letter: 'Use at least one letter in your display name',
    badge: 'Leave check marks and badges out of your display name. Pages show who is verified',
    team: 'This display name sounds like our team. Choose another one',
    looks_verified: 'This display name looks like a verified creator’s. Choose another one',
  },
  username: {
    too_short: USERNAME_SHAPE,
    too_long: USERNAME_SHAPE,
    unusable: USERNAME_SHAPE,
    other_letters:
      'Use only the letters a to z, digits and underscores for your username. Some of yours look alike but are others',
    reserved: 'This username is reserved. Choose another one',
    taken: 'This username is taken. Choose another one',
  },
  whatsappNumber: { invalid: 'Enter a number like 0772 123 456' },
  bio: { too_long: 'Use at most 300 characters for your bio' },
  city: { too_long: 'Use at most 60 characters for your city' },
  birthday: {
    missing: 'Enter your birthday',
    invalid: 'Enter your birthday as day, month and year, such as 27 3 1999',
    too_young: 'You must be 18 or older',
  },
} as const

type Problems = { [Field in keyof typeof PROFILE_PROBLEMS]?: keyof (typeof PROFILE_PROBLEMS)[Field] }

/** The error texts of a person's fields by control id, in the order of every form that has them. */
export function personErrors(problems: Problems): FieldErrors {
  const { displayName, username, birthday, whatsappNumber, city, bio } = problems
  return {
    ...(displayName && { display_name: PROFILE_PROBLEMS.displayName[displayName] }),
    ...(username && { username: PROFILE_PROBLEMS.username[username] }),
    ...(birthday && { 'birthday-day': PROFILE_PROBLEMS.birthday[birthday] }),
    ...(whatsappNumber && { whatsapp_number: PROFILE_PROBLEMS.whatsappNumber[whatsappNumber] }),
    ...(city && { city: PROFILE_PROBLEMS.city[city] }),
    ...(bio && { bio: PROFILE_PROBLEMS.bio[bio] }),
  }
}
