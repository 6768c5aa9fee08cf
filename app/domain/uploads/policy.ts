import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { UploadPurpose } from './limits.ts'

/** What a person may upload by their part here, in addition to a picture of themself. */
export type UploadStatus = {
  /** Files of posts: for a creator, or an applicant who has reached the first post. */
  posts: boolean
  /** Documents that their application requires now. */
  documents: readonly UploadPurpose[]
}

export const NOTHING_BESIDE: UploadStatus = { posts: false, documents: [] }

/** Who may announce a file for a purpose. Staff can't here: their picture is uploaded with a form of their own. */
export function canStartUpload(
  actor: Actor,
  purpose: UploadPurpose,
  status: UploadStatus,
): Verdict<'no_user_logged_in' | 'not_permitted'> {
  if (!actor || actor.accountStatus !== 'active' || actor.isBlocked) return deny('no_user_logged_in')
  if (actor.userType !== 'fan' && actor.userType !== 'creator') return deny('not_permitted')
  switch (purpose) {
    case 'avatar':
      return allow
    case 'cover':
    case 'card':
      return actor.userType === 'creator' && status.posts ? allow : deny('not_permitted')
    case 'post_photo':
    case 'post_video':
    case 'post_voice':
      return status.posts ? allow : deny('not_permitted')
    case 'verification_selfie':
    case 'identity_document':
    case 'proof_of_address':
      return status.documents.includes(purpose) ? allow : deny('not_permitted')
    default:
      return purpose satisfies never
  }
}
