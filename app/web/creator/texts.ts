import { messageOf } from '#app/web/catalogue.ts'

/** The specification's texts about the creator fee, to the letter. */
export const CREATOR_FEE_TEXTS = {
  signInFirst: messageOf('fee.sign_in'),
  notProcessed: messageOf('fee.not_processed'),
  notChecked: messageOf('fee.not_checked'),
  verificationFailed: messageOf('fee.verification_failed').title,
  cancelled: messageOf('callback.cancelled').description,
  failedOrInvalid: messageOf('fee.invalid_callback').description,
  dontWorry: messageOf('fee.secure').description,
} as const
