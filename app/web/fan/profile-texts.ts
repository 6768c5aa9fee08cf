/** The words around a person's own profile; titles and descriptions to the letter of the specification where it gives them. */
export const PROFILE_TEXTS = {
  noUser: { title: 'Error', description: 'No user logged in' },
  failure: { title: 'Error', description: 'Something went wrong. Please try again.' },
  saved: { title: 'Profile updated', description: 'Your profile has been saved.' },
  notSaved: { title: 'Error', description: 'Failed to update profile' },
  birthdaySaved: { title: 'Thank you', description: 'Your birthday is saved.' },
  choicesSaved: { title: 'Notifications updated', description: 'Your choices are saved.' },
  changedElsewhere:
    'This form was changed in another tab or on another device. What you typed here is kept: press Continue to use it.',
} as const

/** What to say beside a field that is wrong. */
export const PROFILE_PROBLEMS = {
  displayName: { missing: 'Enter your display name', too_long: 'Use at most 60 characters for your display name' },
  username: {
    too_short: 'Use 3 to 30 letters, digits or underscores for your username',
    too_long: 'Use 3 to 30 letters, digits or underscores for your username',
    unusable: 'Use 3 to 30 letters, digits or underscores for your username',
    reserved: 'This username is reserved. Choose another one',
    taken: 'This username is taken. Choose another one',
  },
  bio: { too_long: 'Use at most 300 characters for your bio' },
  city: { too_long: 'Use at most 60 characters for your city' },
  birthday: {
    missing: 'Enter your birthday',
    invalid: 'Enter your birthday as day, month and year, such as 27 3 1999',
    too_young: 'You must be 18 or older',
  },
} as const
