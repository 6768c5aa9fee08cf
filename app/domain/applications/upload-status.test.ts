import { expect, test } from 'vitest'
import type { UploadPurpose } from '#app/domain/uploads/limits.ts'
import type { PageStep, RedoStep, StepFacts } from './steps.ts'
import { uploadStatus } from './upload-status.ts'

const PAPERS: UploadPurpose[] = ['verification_selfie', 'identity_document', 'proof_of_address']
const ALL: PageStep[] = ['profile', 'first_post', 'prices']
const facts = (state: StepFacts['state'], done: PageStep[], redo: RedoStep[] = []): StepFacts => ({ state, done, redo })

test.each<[string, StepFacts | null, boolean, UploadPurpose[]]>([
  ['before anything is stored', null, false, []],
  ['at the profile', facts('draft', []), false, []],
  ['at the first post', facts('draft', ['profile']), true, []],
  ['at the prices', facts('draft', ['profile', 'first_post']), true, []],
  ['at the papers', facts('draft', ALL), true, PAPERS],
  ['during the review', facts('in_review', ALL), false, []],
  ['once it is rejected', facts('rejected', ALL), false, []],
  ['once it is approved', facts('approved', ALL), true, []],
  ['with the post to do again', facts('changes_requested', ['profile', 'prices'], ['first_post']), true, []],
  [
    'with the identity document to do again',
    facts('changes_requested', ALL, ['identity_document']),
    false,
    ['identity_document'],
  ],
])('MEDIA-01 what an applicant may upload: %s', (_, application, posts, documents) => {
  expect(uploadStatus(application)).toEqual({ posts, documents })
})
