import { said } from '#app/web/catalogue.ts'

/** The specification's texts about the creator fee, to the letter. */
export const CREATOR_FEE_TEXTS = {
  signInFirst: said('fee.sign_in'),
  notProcessed: said('fee.not_processed'),
  notChecked: said('fee.not_checked'),
  verificationFailed: said('fee.verification_failed').title,
  cancelled: said('callback.cancelled').description,
  failedOrInvalid: said('fee.invalid_callback').description,
  dontWorry: said('fee.secure').description,
} as const
