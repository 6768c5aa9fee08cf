import { expect, test } from 'vitest'
import { type ReviewedItem, unopenedText } from './unopened.ts'

const item = (kind: ReviewedItem['kind'], number = 0): ReviewedItem => ({
  id: `${kind} ${number}`,
  kind,
  number,
  postId: null,
  caption: '',
})

test.each([
  [[item('identity_document')], 'Open the identity document, then approve.'],
  [[item('selfie'), item('photo', 2)], 'Open the verification selfie and photo 2, then approve.'],
  [
    [item('proof_of_address'), item('text'), item('text'), item('video', 1)],
    'Open the proof of address, the text of the post and video 1, then approve.',
  ],
])('ADMIN-04b an approval that is refused names what was not opened', (items, text) => {
  expect(unopenedText(items)).toBe(`You have not opened everything since its last change. ${text}`)
})
