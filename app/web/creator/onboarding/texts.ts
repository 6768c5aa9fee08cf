import type { AddressDateProblem, PriceProblem } from '#app/domain/applications/application.ts'
import type { ProfileStepProblems } from '#app/domain/applications/finish-profile-step.server.ts'
import type { DocumentKind } from '#app/domain/documents/document.ts'

/** The words of the creator's wizard, to the letter of the specification where it gives them. */
export const WIZARD_TEXTS = {
  failure: { title: 'Error', description: 'Something went wrong. Please try again.' },
  problem: 'There is a problem',
  changedElsewhere:
    'This page was changed in another tab or on another device. What you typed here is kept: press Continue to use it.',
  notSaved: 'Not saved: this page can\u2019t be changed any more.',
  accountClosed: { title: 'Not possible', description: 'This account can\u2019t apply now. Support can tell you why.' },
  sent: { title: 'Application sent', description: 'A person looks at it, usually within 1 hour, at most 48 hours.' },
  uploadMissing: 'This file has waited too long. Choose it once more.',
} as const

const USERNAME_SHAPE = 'Use 3 to 30 letters, digits or underscores for your username'

/** What to say beside a field of the first page that is wrong. */
const PROFILE_PROBLEMS = {
  whatsappNumber: { missing: 'Enter your WhatsApp number', invalid: 'Enter a number like 0772 123 456' },
  displayName: { missing: 'Enter your display name', too_long: 'Use at most 60 characters for your display name' },
  username: {
    missing: 'Enter your username',
    too_short: USERNAME_SHAPE,
    too_long: USERNAME_SHAPE,
    unusable: USERNAME_SHAPE,
    reserved: 'This username is reserved. Choose another one',
    taken: 'This username is taken. Choose another one',
  },
  city: { missing: 'Enter your location', too_long: 'Use at most 60 characters for your location' },
  bio: { missing: 'Write a line about you', too_long: 'Use at most 300 characters for your bio' },
  birthday: {
    missing: 'Enter your birthday',
    invalid: 'Enter your birthday as day, month and year, such as 27 3 1999',
    too_young: 'You must be 18 or older',
  },
  tags: { unknown: 'Choose tags from the list', too_many: 'Choose at most 3 tags' },
} as const satisfies { [Field in keyof ProfileStepProblems]-?: Record<NonNullable<ProfileStepProblems[Field]>, string> }

export type ProfileErrors = Partial<Record<keyof ProfileStepProblems | 'avatar', string>>

export function profileErrors(problems: ProfileStepProblems): ProfileErrors {
  const errors: ProfileErrors = {}
  for (const field of Object.keys(PROFILE_PROBLEMS) as (keyof ProfileStepProblems)[]) {
    const problem = problems[field]
    if (problem) errors[field] = (PROFILE_PROBLEMS[field] as Record<string, string>)[problem]
  }
  return errors
}

export const PRICE_PROBLEMS: Readonly<Record<PriceProblem, string>> = {
  missing: 'Choose a price to unlock',
  invalid: 'Enter the price as a number, such as 40000',
  out_of_bounds: 'Enter a price from UGX 1,000 to UGX 5,000,000',
}

export const DATED_PROBLEMS: Readonly<Record<AddressDateProblem, string>> = {
  missing: 'Enter the date on your proof of address',
  invalid: 'Enter the date as day, month and year, such as 27 3 2026',
  in_the_future: 'The date on your proof of address is still to come. Look at it once more',
  too_old: 'Your proof of address must be under 3 months old',
}

export const DOCUMENT_WORDS: Readonly<Record<DocumentKind, { title: string; missing: string; hint: string }>> = {
  selfie: {
    title: 'Verification selfie',
    missing: 'Add your verification selfie',
    hint: 'JPEG, PNG or WebP, at most 10 MB',
  },
  identity_document: {
    title: 'Identity document',
    missing: 'Add your identity document',
    hint: 'National ID, passport or driving permit. The whole side with your photo, at most 10 MB',
  },
  proof_of_address: {
    title: 'Proof of address',
    missing: 'Add your proof of address',
    hint: 'Utility bill, bank statement or LC letter with your name, under 3 months old, at most 10 MB',
  },
}
