import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canStartUpload, NOTHING_BESIDE, type UploadStatus } from './policy.ts'
import { UPLOAD_PURPOSES, type UploadPurpose } from './limits.ts'

const PAPERS = ['verification_selfie', 'identity_document', 'proof_of_address'] as const
const creator: Person = { ...A_FAN, id: 'creator', userType: 'creator' }
const everything: UploadStatus = { posts: true, documents: PAPERS }

const table: [string, Actor, UploadStatus, readonly UploadPurpose[]][] = [
  ['a visitor', null, everything, []],
  ['a suspended creator', { ...creator, accountStatus: 'suspended' }, everything, []],
  ['a closed account', { ...A_FAN, accountStatus: 'closed' }, everything, []],
  ['a blocked creator', { ...creator, isBlocked: true }, everything, []],
  ['staff', { ...A_FAN, userType: 'admin', staffRole: 'super-admin' }, everything, []],
  ['the owner', { ...A_FAN, userType: 'owner', staffRole: 'owner' }, everything, []],
  ['a fan', A_FAN, NOTHING_BESIDE, ['avatar']],
  ['a creator who waits for review', creator, NOTHING_BESIDE, ['avatar']],
  [
    'an applicant at the first post',
    A_FAN,
    { posts: true, documents: [] },
    ['avatar', 'post_photo', 'post_video', 'post_voice'],
  ],
  [
    'an applicant at the documents',
    A_FAN,
    everything,
    UPLOAD_PURPOSES.filter((purpose) => purpose !== 'cover' && purpose !== 'card'),
  ],
  [
    'an approved creator',
    creator,
    { posts: true, documents: [] },
    ['avatar', 'cover', 'card', 'post_photo', 'post_video', 'post_voice'],
  ],
  [
    'a creator who was asked for one document again',
    creator,
    { posts: false, documents: ['identity_document'] },
    ['avatar', 'identity_document'],
  ],
]

describe.each(table)('MEDIA-01 what %s may announce', (_, actor, status, purposes) => {
  test.each(UPLOAD_PURPOSES)('%s', (purpose) => {
    expect(canStartUpload(actor, purpose, status).allowed).toBe(purposes.includes(purpose))
  })
})
