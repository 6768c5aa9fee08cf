/** The texts of a person's own profile; those that the specification quotes are to the letter. */
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
