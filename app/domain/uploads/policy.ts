import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { UploadPurpose } from './upload.ts'

/** What a person's part here lets them send, beside a picture of themself. */
export type UploadStatus = {
  /** Files of posts: a creator, or somebody who applies and has come to their first post. */
  posts: boolean
  /** Papers that their application waits for now. */
  documents: readonly UploadPurpose[]
}

export const NOTHING_BESIDE: UploadStatus = { posts: false, documents: [] }

/** Who may announce a file for a purpose. Staff sends none here: their picture comes with a form of their own. */
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
    case 'post_photo':
    case 'post_video':
      return status.posts ? allow : deny('not_permitted')
    case 'verification_selfie':
    case 'identity_document':
    case 'proof_of_address':
      return status.documents.includes(purpose) ? allow : deny('not_permitted')
    default:
      return purpose satisfies never
  }
}
