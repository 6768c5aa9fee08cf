import type { AddressDateProblem, LegalNameProblem } from '#app/domain/applications/application.ts'
import type { PriceProblem } from '#app/domain/posts/price.ts'
import type { ProfileStepProblems } from '#app/domain/applications/finish-profile-step.server.ts'
import type { DocumentKind } from '#app/domain/documents/document.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'
import { PROFILE_PROBLEMS } from '#app/web/profile-problems.ts'

/** The texts of the creator wizard; those that the specification quotes are to the letter. */
export const WIZARD_TEXTS = {
  failure: { title: 'Error', description: 'Something went wrong. Please try again.' },
  changedElsewhere:
    'This page was changed in another tab or on another device. What you typed here is kept: press Continue to use it.',
  notSaved: 'Not saved: this page can no longer be changed.',
  accountClosed: { title: 'Not allowed', description: 'This account can\u2019t apply now. Support can tell you why.' },
  sent: { title: 'Application sent', description: 'Our team checks it, usually within 1 hour, at most 48 hours.' },
  uploadMissing: 'This file has expired. Choose it again.',
} as const

const { displayName, username, whatsappNumber, bio, birthday } = PROFILE_PROBLEMS

/** The error texts of the first page: a creator must fill in more fields than a fan. */
const PROFILE_STEP_PROBLEMS = {
  whatsappNumber: { ...whatsappNumber, missing: 'Enter your WhatsApp number' },
  displayName,
  username: { ...username, missing: 'Enter your username' },
  city: { missing: 'Enter your location', too_long: 'Use at most 60 characters for your location' },
  bio: { ...bio, missing: 'Write a line about you' },
  birthday,
  tags: { unknown: 'Choose tags from the list', too_many: 'Choose at most 3 tags' },
} as const satisfies { [Field in keyof ProfileStepProblems]-?: Record<NonNullable<ProfileStepProblems[Field]>, string> }

const PROFILE_CONTROLS: Record<keyof ProfileStepProblems, string> = {
  whatsappNumber: 'whatsapp_number',
  birthday: 'birthday-day',
  displayName: 'display_name',
  username: 'username',
  city: 'city',
  bio: 'bio',
  tags: 'tags',
}

/** The error texts of the first page by control id, in the order of the page. */
export function profileErrors(problems: ProfileStepProblems): FieldErrors {
  const errors: Record<string, string> = {}
  for (const field of Object.keys(PROFILE_CONTROLS) as (keyof ProfileStepProblems)[]) {
    const problem = problems[field]
    if (problem) errors[PROFILE_CONTROLS[field]] = (PROFILE_STEP_PROBLEMS[field] as Record<string, string>)[problem]!
  }
  return errors
}

export const PRICE_PROBLEMS: Readonly<Record<PriceProblem, string>> = {
  missing: 'Choose a price to unlock',
  invalid: 'Enter the price as a number, such as 40000',
  out_of_bounds: 'Enter a price from UGX 1,000 to UGX 5,000,000',
}

export const NAME_PROBLEMS: Readonly<Record<LegalNameProblem, string>> = {
  missing: 'Enter your name as on your ID',
  invalid: 'Enter your name in letters, as on your ID, for example Amina Nakato',
}

export const DATED_PROBLEMS: Readonly<Record<AddressDateProblem, string>> = {
  missing: 'Enter the date on your proof of address',
  invalid: 'Enter the date as day, month and year, such as 27 3 2026',
  in_the_future: 'The date on your proof of address is in the future. Check it again',
  too_old: 'Your proof of address must be under 3 months old',
}

export const DOCUMENT_TEXTS: Readonly<Record<DocumentKind, { title: string; missing: string; hint: string }>> = {
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
    hint: 'Utility bill, bank statement or LC letter with your name, under 3 months old. A photo, or a PDF of which we keep the first page. At most 10 MB',
  },
}
